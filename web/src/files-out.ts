// Files and links that leave the page.

/** Offers a file for saving. */
export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser takes the address over while the click is handled, some a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Puts a text on the clipboard; false where the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // No permission, or no secure page.
  }
}

/** Puts a name or a row of a table on the clipboard and says so in a toast; `words` say what was copied. */
export async function copyAndSay(text: string, words: string, toasts: { show(text: string): void }): Promise<void> {
  toasts.show(
    (await copy(text))
      ? `Copied ${words}`
      : "This browser does not let the page copy. Select the text and copy it yourself.",
  );
}

/** `diptych-jinja2-3.0.3-jinja2-3.1.6.png`: what file systems refuse becomes a dash. */
export function fileName(names: readonly string[], extension: string): string {
  const stem = (name: string) => name.replace(/(\.(json|gz|zst))+$/i, "").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return `${["diptych", ...names.map(stem)].join("-").slice(0, 120)}.${extension}`;
}

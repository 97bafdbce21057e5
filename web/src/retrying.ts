// Imports that can be tried again. Firefox and Safari remember that an import failed and never fetch its address again.

/** Returns an import that fetches a module under a new address once its own has failed. */
export function retrying<T>(load: () => Promise<T>): () => Promise<T> {
  let failed: URL | null = null;
  let tries = 0;
  return async () => {
    try {
      if (failed === null) {
        return await load();
      }
      tries += 1;
      failed.searchParams.set("try", String(tries));
      return (await import(failed.href)) as T;
    } catch (error) {
      failed ??= addressIn(error);
      throw error;
    }
  };
}

/** The script that an error names. Safari names none: the same address is tried again, and the page offers to reload. */
function addressIn(error: unknown): URL | null {
  const address = /\bhttps?:\S+\.js\b/.exec(String(error))?.[0];
  return address === undefined ? null : new URL(address);
}

// The address of a call's source.

/** The link of a template for a place, `file:line`; `null` where either says none, or the link is not one of the web. */
export function sourceOf(template: string, place: string): string | null {
  if (!/^https?:\/\//.test(template) || place === "") {
    return null;
  }
  const { path, line } = /^(?<path>.*?)(?::(?<line>\d+))?$/.exec(place)?.groups ?? {};
  const names = (path ?? "").split(/[/\\]/).filter((name) => name !== "");
  const link = template.replaceAll("{path}", names.map(encodeURIComponent).join("/")).replaceAll("{line}", line ?? "1");
  return URL.canParse(link) ? link : null;
}

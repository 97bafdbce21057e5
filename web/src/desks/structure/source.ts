// The address of the source of what is selected, and the entry of a menu that opens it.

import type { PageState } from "../../state/page-state.js";
import type { Trust } from "../../trust/trust.js";
import type { MenuItem } from "../desk.js";

/** Returns the entry that opens the source of the selection; none where no template or no place is known. */
export function sourceItems(
  { view, details }: Pick<PageState, "view" | "details">,
  trust: Pick<Trust, "mayOpenSource">,
): readonly MenuItem[] {
  if (details === null) {
    return [];
  }
  const place = "call" in details ? details.call.place : details.calls.source;
  const url = sourceOf(view.structure.source, place);
  return url === null
    ? []
    : [{ label: `Open its source on ${new URL(url).host}`, run: () => void openSource(url, trust) }];
}

/** Opens a source file in a tab of its own, if its host may learn the path. */
async function openSource(url: string, trust: Pick<Trust, "mayOpenSource">): Promise<void> {
  if (await trust.mayOpenSource(new URL(url).origin)) {
    window.open(url, "_blank", "noopener,noreferrer");
  }
}

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

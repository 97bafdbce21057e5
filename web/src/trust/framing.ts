// The pages that frame this one, and whether the deployer allows that.

import { covers } from "./origins.js";
import { NO_SETTINGS, type SiteSettings } from "./site-settings.js";

/** The origins of the framing pages, from the nearest to the outermost; `null` where the browser does not say. */
export type Ancestors = readonly (string | null)[];

/** Returns the origins of the pages that frame a window. */
export function ancestorsOf(frame: Window): Ancestors {
  if (frame.parent === frame) {
    return [];
  }
  // Older versions of Firefox have no such list.
  const known = frame.location.ancestorOrigins as DOMStringList | undefined;
  if (known !== undefined) {
    return [...known].map((origin) => (origin === "null" ? null : origin));
  }
  const { referrer } = frame.document;
  return [URL.canParse(referrer) ? new URL(referrer).origin : null];
}

/** Returns the first framing page that the deployer does not allow, if there is one. */
export function forbiddenAncestor(
  ancestors: Ancestors,
  own: string,
  { frameAncestors }: Pick<SiteSettings, "frameAncestors"> = NO_SETTINGS,
): { origin: string | null } | null {
  if (frameAncestors === null) {
    return null;
  }
  const isAllowed = (origin: string | null) => origin !== null && (origin === own || covers(frameAncestors, origin));
  const index = ancestors.findIndex((origin) => !isAllowed(origin));
  return index < 0 ? null : { origin: ancestors[index] ?? null };
}

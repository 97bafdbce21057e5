// The desks there are, in the order of their tabs. A new one is a folder beside this file and a line here.

import { compareDesk } from "./compare/compare-desk.js";
import type { Desk } from "./desk.js";
import { fusionDesk } from "./fusion/fusion.js";
import { profileDesk } from "./profile/profile.js";
import { spaceTimeDesk } from "./space-time/space-time.js";
import { structureDesk } from "./structure/structure.js";

export const DESKS: readonly [Desk, ...Desk[]] = [compareDesk, structureDesk, spaceTimeDesk, fusionDesk, profileDesk];

/** The desk of a name; links may name one that this version does not have: the first takes its place. */
export function deskOf(id: Desk["id"]): Desk {
  return DESKS.find((desk) => desk.id === id) ?? DESKS[0];
}

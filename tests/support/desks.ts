// The desks of the page, in the order of their tabs.

import { COMMANDS } from "../../web/src/generated/commands.js";

const PREFIX = "desk-";
const TABS = COMMANDS.filter(({ id }) => id.startsWith(PREFIX));

/** The names of all desks. */
export const DESKS: readonly string[] = TABS.map(({ id }) => id.slice(PREFIX.length));

/** The keys of all tabs. */
export const TAB_KEYS: readonly string[] = TABS.flatMap(({ keys }) => keys);

// The Profile desk as the registry has it. All else of it is fetched when it is first opened.

import type { Desk } from "../desk.js";
import { retrying } from "../../retrying.js";

const scripts = retrying(() => import("./profile-desk.js"));

export const profileDesk: Desk = {
  id: "profile",
  title: "Profile",
  shows: "Call paths and functions, by time and by change",
  hints: [
    ["Wheel, drag", "scroll to deeper calls"],
    ["Click", "select"],
    ["Double-click", "zoom to the path; on its callers or on empty ground, go back"],
  ],
  detailsHint: "Click a call path or a function to see its times, callers and callees here.",
  guide: "profile",
  hasTime: false,
  // By inclusive weight, nearly all boxes but those of the outermost functions would be grey.
  firstSettings: ({ profile }) => (profile.root ? {} : { profile: { ...profile, gold: "self" } }),
  opener: async () => {
    const { ProfileDesk } = await scripts();
    return (host) => new ProfileDesk(host);
  },
};

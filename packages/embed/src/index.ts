// Diptych in a page: importing this makes `<diptych-view>` known.

import { defineElement } from "./element.js";

export { DiptychViewElement } from "./element.js";
export type * from "./messages.js";
export { DiptychError, DiptychView, type OpenOptions, type TraceSource, type ViewOptions } from "./view.js";

defineElement();

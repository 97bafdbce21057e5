// One picture a desk, each of an example pair that ships with the page: README and the desks' pages show them.

import { test } from "@playwright/test";

import { idle, open } from "../support/diptych.js";
import { photograph } from "./photograph.js";

test.use({ viewport: { width: 1440, height: 900 } });

const JINJA = "#a=examples/jinja2-3.0.3.json.gz&b=examples/jinja2-3.1.6.json.gz";
const SQLITE = "#a=examples/sqlite-indexed.json.gz&b=examples/sqlite-without-index.json.gz";
const STENCIL = "#a=examples/stencil-64-ranks.paje.gz&b=examples/stencil-64-ranks-slow-host.paje.gz&lanes=name";

/** Each desk with the pair that shows best what it answers. */
const DESKS = [
  { name: "compare", address: JINJA },
  { name: "structure", address: `${JINJA}&desk=structure` },
  { name: "space-time", address: `${STENCIL}&desk=space-time` },
  { name: "fusion", address: `${JINJA}&desk=fusion` },
  { name: "profile", address: `${SQLITE}&desk=profile` },
];

for (const { name, address } of DESKS) {
  test(`the ${name} desk`, async ({ page }) => {
    test.slow();
    await open(page, address);
    await page.mouse.move(3, 3);
    await idle(page);
    await photograph(page, name);
  });
}

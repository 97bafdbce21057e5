// Which addresses may become scripts of a worker.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ownScript, scriptUrl } from "../src/trust/script-urls.js";

const before = globalThis.document;

test("only files of the page's folder and its own blobs are scripts", () => {
  globalThis.document = { baseURI: "https://page.example/sub/index.html" } as Document;
  try {
    for (const url of ["assets/session-1.js", "./sw.js", "blob:https://page.example/1-2", "blob:null/1-2"]) {
      assert.equal(ownScript(url), url);
      assert.equal(scriptUrl(url), url);
    }
    for (const url of [
      "../x.js",
      "/x.js",
      "https://evil.example/x.js",
      "data:text/javascript,1",
      "blob:https://evil.example/1",
    ]) {
      assert.throws(() => scriptUrl(url), TypeError, url);
    }
  } finally {
    globalThis.document = before;
  }
});

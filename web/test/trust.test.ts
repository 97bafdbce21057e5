// Who may show traces here, and from where links may load them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Busy } from "../src/idle.js";
import { Store } from "../src/state/store.js";
import { ancestorsOf, forbiddenAncestor } from "../src/trust/framing.js";
import { covers, isLocal, isOriginEntry, originOf } from "../src/trust/origins.js";
import { NO_SETTINGS, parseSettings, type SiteSettings } from "../src/trust/site-settings.js";
import { type TrustAnswer, TrustDecisions } from "../src/trust/trust-part.js";
import { Trust } from "../src/trust/trust.js";

function trusting(settings: Partial<SiteSettings> = {}): { trust: TrustDecisions; store: Store } {
  const store = new Store(new Busy(), () => undefined);
  return { trust: new TrustDecisions(store, { ...NO_SETTINGS, ...settings }), store };
}

/** Answers the question on the page once there is one, and returns its origin. */
async function answerNext(store: Store, answer: TrustAnswer): Promise<string | null> {
  for (;;) {
    const { question } = store.state;
    if (question !== null) {
      question.answer(answer);
      return question.origin;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("own origin and this machine need no question", async () => {
  const store = new Store(new Busy(), () => undefined);
  const trust = new Trust(store, new Busy(), new URL("https://page.example/sub/"));
  for (const origin of ["https://page.example", "http://localhost:8000", "http://127.0.0.1", "http://[::1]:3"]) {
    assert.equal(await trust.mayShow(origin), true, origin);
    assert.equal(await trust.mayFetch(origin, false), "granted", origin);
  }
  assert.equal(store.state.question, null);
});

test("an origin is asked about once for each purpose", async () => {
  const { trust, store } = trusting();
  const both = Promise.all([trust.mayShow("https://ci.example"), trust.mayFetch("https://ci.example", false)]);
  assert.equal(await answerNext(store, "no"), "https://ci.example");
  assert.equal(await answerNext(store, "no"), "https://ci.example");
  assert.deepEqual(await both, [false, "refused"]);
  assert.equal(await trust.mayShow("https://ci.example"), false);
  assert.equal(store.state.question, null);
});

test("who may be asked for a trace may not see what is shown, but who may see that may be asked", async () => {
  const { trust, store } = trusting();
  const fetched = trust.mayFetch("https://ci.example", false);
  await answerNext(store, "always");
  assert.equal(await fetched, "granted");
  assert.deepEqual(store.state.trustedOrigins, { show: [], fetch: ["https://ci.example"], source: [] });
  const shown = trust.mayShow("https://ci.example");
  await answerNext(store, "no");
  assert.equal(await shown, false);

  const other = trust.mayShow("https://wiki.example");
  await answerNext(store, "yes");
  assert.equal(await other, true);
  assert.equal(await trust.mayFetch("https://wiki.example", false), "granted");
});

test("a source file is opened on another host only after a question", async () => {
  const store = new Store(new Busy(), () => undefined);
  const own = new Trust(store, new Busy(), new URL("https://page.example/sub/"));
  assert.equal(await own.mayOpenSource("https://page.example"), true);
  const { trust, store: other } = trusting({ trusted: ["https://code.example"] });
  assert.equal(await trust.mayOpenSource("https://code.example"), true);
  const opened = trust.mayOpenSource("https://evil.example");
  assert.equal(other.state.question?.purpose, "source");
  await answerNext(other, "no");
  assert.equal(await opened, false);
  assert.equal(await trust.mayOpenSource("https://evil.example"), false);
});

test("questions of two origins come one after the other", async () => {
  const { trust, store } = trusting();
  const answers = Promise.all([trust.mayShow("https://one.example"), trust.mayShow("https://two.example")]);
  assert.equal(await answerNext(store, "yes"), "https://one.example");
  assert.equal(await answerNext(store, "no"), "https://two.example");
  assert.deepEqual(await answers, [true, false]);
});

test("always is remembered by origin and can be forgotten", async () => {
  const { trust, store } = trusting();
  const shown = trust.mayShow("https://ci.example");
  await answerNext(store, "always");
  assert.equal(await shown, true);
  assert.deepEqual(store.state.trustedOrigins, { show: ["https://ci.example"], fetch: [], source: [] });
  assert.equal(await trust.mayFetch("https://ci.example", false), "granted");
  new Trust(store, new Busy(), new URL("https://page.example/")).forget();
  assert.deepEqual(store.state.trustedOrigins, { show: [], fetch: [], source: [] });
});

test("always of a page without an origin is not kept", async () => {
  const { trust, store } = trusting();
  const shown = trust.mayShow(null);
  await answerNext(store, "always");
  assert.equal(await shown, true);
  assert.deepEqual(store.state.trustedOrigins, { show: [], fetch: [], source: [] });
});

test("an address that a person gave needs no question", async () => {
  const { trust } = trusting();
  assert.equal(await trust.mayFetch("https://ci.example", true), "granted");
});

test("deployer's lists: trusted asks nothing, traceOrigins forbids the rest", async () => {
  const { trust } = trusting({ trusted: ["https://ci.example"], traceOrigins: ["https://*.files.example"] });
  assert.equal(await trust.mayShow("https://ci.example"), true);
  assert.equal(await trust.mayFetch("https://ci.example", false), "granted");
  assert.equal(await trust.mayFetch("https://a.files.example", true), "granted");
  assert.equal(await trust.mayFetch("https://evil.example", true), "forbidden");
});

test("origin lists cover origins, subdomains or everything", () => {
  assert.equal(covers(["https://a.example"], "https://a.example"), true);
  assert.equal(covers(["https://a.example"], "http://a.example"), false);
  assert.equal(covers(["https://a.example"], "https://a.example.evil"), false);
  assert.equal(covers(["https://*.a.example"], "https://x.y.a.example"), true);
  assert.equal(covers(["https://*.a.example"], "https://a.example"), false);
  assert.equal(covers(["https://*.a.example"], "https://evila.example"), false);
  assert.equal(covers(["*"], "https://x"), true);
  assert.equal(isOriginEntry("https://a.example/path"), false);
  assert.equal(isOriginEntry("javascript:x"), false);
  assert.equal(isLocal("http://localhost.evil.example"), false);
  assert.equal(originOf("data:,x"), null);
});

test("settings of the deployer are parsed, and broken ones say what is wrong", () => {
  const read = (value: unknown) => parseSettings(typeof value === "string" ? value : JSON.stringify(value));
  const good = read({ trusted: ["https://ci.example"], other: 1 });
  assert.deepEqual(good, { settings: { ...NO_SETTINGS, trusted: ["https://ci.example"] }, problem: null });
  assert.match(read("{").problem ?? "", /not JSON/);
  assert.match(read([]).problem ?? "", /not a JSON object/);
  assert.match(read({ trusted: "https://ci.example" }).problem ?? "", /`trusted` must be a list/);
  const wrong = read({ trusted: ["https://ok.example"], frameAncestors: ["ftp://x"] });
  assert.match(wrong.problem ?? "", /`frameAncestors`.*ftp:\/\/x/);
  assert.deepEqual(wrong.settings, NO_SETTINGS);
});

test("frame ancestors: every framing page has to be listed", () => {
  const list = { frameAncestors: ["https://wiki.example"] };
  const own = "https://page.example";
  assert.equal(forbiddenAncestor([own, "https://wiki.example"], own, list), null);
  assert.deepEqual(forbiddenAncestor(["https://wiki.example", "https://evil.example"], own, list), {
    origin: "https://evil.example",
  });
  assert.deepEqual(forbiddenAncestor([null], own, list), { origin: null });
  assert.equal(forbiddenAncestor(["https://evil.example"], own), null);
});

test("ancestors without the browser's list come from the referrer", () => {
  const frame = {
    location: {},
    document: { referrer: "https://wiki.example/page" },
    parent: null,
  } as unknown as Window;
  assert.deepEqual(ancestorsOf(frame), ["https://wiki.example"]);
});

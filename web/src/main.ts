// Boot: the page from the address, then the listeners.

import { App } from "./app.js";
import { draw } from "./components/page.js";
import { listenForDrops } from "./sides/drag-and-drop.js";
import { listenForPastes } from "./sides/paste.js";
import { isEmbedded } from "./embed/mode.js";
import { EmbedWheel } from "./embed/wheel.js";
import { EarlyMessages, isHeld } from "./embed/early-messages.js";
import { prepare } from "./engine/artifacts.js";
import { isReport } from "./engine/assets.js";
import { listen } from "./canvas/gestures.js";
import { commandOf, focusOf } from "./keys.js";
import { whenIdle } from "./idle.js";
import { listenForLaunches } from "./offline/launched-files.js";
import { anyLoaded } from "./state/page-state.js";
import { listenForRefusals, refusalNotice } from "./policy.js";
import { isPrintKey, Printing } from "./printing.js";
import { part } from "./parts.js";
import { isText, showStyle } from "./report.js";
import { install } from "./test-hook.js";
import { onSystemChange } from "./theme.js";
import { ancestorsOf, forbiddenAncestor } from "./trust/framing.js";

const root = document.querySelector<HTMLElement>("#app");
if (root === null) {
  throw new Error("the page has no #app");
}

/** The least height at which an embedded view is easy to read. It fits itself into any other. */
const EMBED_HEIGHT_PX = 400;

const talk = part(() => import("./embed/talk-part.js"));
const early = isHeld(window) ? new EarlyMessages(window) : null;
let hasStarted = false;
/** The page gave up: nothing is drawn any more. */
let hasStopped = false;

const isEmbed = isEmbedded(new URL(location.href));
const app = new App((state, actions, desk) => {
  if (hasStopped) {
    return;
  }
  if (!hasStarted && isText(state)) {
    app.talk?.follow(app.store.state);
    return;
  }
  if (!hasStarted) {
    hasStarted = true;
    root.replaceChildren(); // The document says there why nothing starts; a report has its text there.
    showStyle();
  }
  printing.showTheme(state.view.theme);
  draw(state, actions, desk, root);
  app.toolbar.watch(root);
  app.cards.watch(root);
  app.legend.watch(root);
  app.talk?.follow(app.store.state);
}, isEmbed);
install(app);
const wheel = isEmbed ? new EmbedWheel(app.canvas.element, (text) => app.toasts.show(text)) : null;
listen(
  app.canvas.element,
  () => app.desks.running.pointer,
  (event) => wheel?.isOurs(event) ?? true,
);
if (!isEmbed) {
  listenForDrops(app.store, app.files);
  listenForPastes(app);
}
onSystemChange(() => {
  printing.showTheme(app.store.state.view.theme);
  app.picture.layout();
});
const printing = new Printing(app.store, app.picture, app.canvas, app.busy);
printing.listen();
addEventListener("keydown", (event) => {
  if (isPrintKey(event) && printing.printLight()) {
    event.preventDefault();
    return;
  }
  const { dialog, letters } = app.store.state;
  // An open dialog has the keys; the browser closes it on Escape.
  const command = dialog === null ? commandOf(event, focusOf(event.target), letters) : null;
  if (command !== null && app.run(command)) {
    event.preventDefault();
  } else if (dialog === null && !event.defaultPrevented && focusOf(event.target) !== "text") {
    const { key, code, ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: meta } = event;
    if (event.key === "Escape") {
      wheel?.leave();
    }
    app.talk?.key({ key, code, ctrl, alt, shift, meta });
  }
});

/** Begins the conversation with the pages that hold this one. Without such pages, its script is not fetched. */
async function beginTalk(): Promise<void> {
  if (early !== null) {
    const end = app.busy.begin("hosts");
    const { Talk } = await talk();
    app.talk = new Talk(window, app.talkParts);
    app.talk.begin(early.take());
    end();
    tellHeight();
  }
}

/** Starts the page, unless its deployer forbids the page that frames it. */
async function start(page: HTMLElement): Promise<void> {
  const ancestors = ancestorsOf(window);
  // Frames of the page's own origin need no look at the list.
  const isForeign = ancestors.some((origin) => origin !== location.origin);
  const forbidden = isForeign ? forbiddenAncestor(ancestors, location.origin, await app.trust.settings()) : null;
  if (forbidden === null) {
    app.start();
    listenForLaunches(app.store, app.files);
    await beginTalk();
    keepCopy();
  } else {
    hasStopped = true;
    const { drawForbiddenFrame } = await import("./components/forbidden-frame-part.js");
    drawForbiddenFrame(forbidden.origin, page);
  }
}

/** Keeps a copy of the page for visits without a connection, once that holds up nothing that somebody waits for. */
function keepCopy(): void {
  if (isReport()) {
    return;
  }
  void app.settled().then(() =>
    whenIdle(() => {
      const { link } = app.store.state;
      const offline = { toasts: app.toasts, holdsTraces: () => anyLoaded(app.store.state) };
      import("./offline/offline-part.js").then(
        ({ keepOffline }) => keepOffline(link.mode, offline),
        () => undefined, // The next visit tries again.
      );
    }),
  );
}

listenForRefusals((refusal) => app.refused(refusalNotice(refusal)));
void start(root);

/** Tells the hosts at which height nothing scrolls. */
function tellHeight(): void {
  const page = root?.firstElementChild;
  if (page) {
    const needed = Math.max(page.scrollHeight, page.getBoundingClientRect().height);
    app.talk?.height(Math.ceil(isEmbed ? Math.max(needed, EMBED_HEIGHT_PX) : needed));
  }
}
new ResizeObserver(tellHeight).observe(root);
// The first files find their readers at work and the engine compiled.
requestAnimationFrame(() => setTimeout(() => void prepare("reader", "engine").then(() => app.sides.prepare())));

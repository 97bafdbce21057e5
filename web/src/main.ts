// Boot: the page from the address, then the listeners.

import { App } from "./app.js";
import { draw } from "./components/page.js";
import { listenForDrops } from "./sides/drag-and-drop.js";
import { listenForPastes } from "./sides/paste.js";
import { prepare } from "./engine/artifacts.js";
import { listen } from "./canvas/gestures.js";
import { commandOf, focusOf } from "./keys.js";
import { whenIdle } from "./idle.js";
import { listenForLaunches } from "./offline/launched-files.js";
import { anyLoaded } from "./state/page-state.js";
import { listenForRefusals, refusalNotice } from "./policy.js";
import { isPrintKey, Printing } from "./printing.js";
import { install } from "./test-hook.js";
import { onSystemChange } from "./theme.js";

const root = document.querySelector<HTMLElement>("#app");
if (root === null) {
  throw new Error("the page has no #app");
}

let hasStarted = false;

const app = new App((state, actions, desk) => {
  if (!hasStarted) {
    hasStarted = true;
    root.replaceChildren(); // The document says there why nothing starts.
  }
  printing.showTheme(state.view.theme);
  draw(state, actions, desk, root);
  app.toolbar.watch(root);
  app.cards.watch(root);
  app.legend.watch(root);
});
install(app);
listen(app.canvas.element, () => app.desks.running.pointer);
listenForDrops(app.store, app.files);
listenForPastes(app);
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
  }
});

listenForRefusals((refusal) => app.refused(refusalNotice(refusal)));
app.start();
listenForLaunches(app.store, app.files);
// Keeping a copy must not hold up what somebody waits for now.
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
// The first files find their readers at work and the engine compiled.
requestAnimationFrame(() => setTimeout(() => void prepare("reader", "engine").then(() => app.sides.prepare())));

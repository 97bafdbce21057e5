"""A comparison as a widget of a notebook: the page in a frame, or a picture where the frame cannot be reached."""

from __future__ import annotations

from . import _page

VIEWS = ("compare", "profile", "structure", "space-time", "fusion")

# The frame says "hello" once it runs. Without one, as on a hub whose kernels run on other machines, the next address is
# tried, and then the picture is shown: an image, so that names in traces stay text.
MODULE = """
const PATIENCE_MS = 10_000;

function addresses(port) {
  const direct = `http://127.0.0.1:${port}/`;
  const config = document.getElementById("jupyter-config-data");
  const base = config === null ? null : JSON.parse(config.textContent).baseUrl;
  const proxy = base == null ? [] : [new URL(`${base}proxy/${port}/`, location.href).href];
  return ["localhost", "127.0.0.1"].includes(location.hostname) ? [direct, ...proxy] : [...proxy, direct];
}

function render({ model, el }) {
  const verdict = document.createElement("strong");
  verdict.textContent = model.get("verdict");
  el.append(verdict);
  const ending = new AbortController();
  const { signal } = ending;
  const left = model.get("port") === 0 ? [] : addresses(model.get("port"));
  const tryNext = () => {
    const address = left.shift();
    if (address === undefined) {
      picture(model, el);
    } else {
      frame(model, el, address + "#" + model.get("link"), signal, tryNext);
    }
  };
  tryNext();
  return () => ending.abort();
}

function frame(model, el, address, signal, otherwise) {
  const frame = document.createElement("iframe");
  frame.title = "Both runs, in Diptych";
  frame.src = address;
  frame.style.cssText = "display:block;width:100%;height:520px;border:0";
  el.append(frame);
  const late = setTimeout(() => { frame.remove(); otherwise(); }, PATIENCE_MS);
  let port = null;
  let commands = 0;
  const ask = (type, fields) => port?.postMessage({ diptych: 1, id: ++commands, type, ...fields });
  addEventListener("message", ({ source, data, ports }) => {
    if (source !== frame.contentWindow || data.diptych !== 1 || data.type !== "hello") return;
    clearTimeout(late);
    port = ports[0];
    port.onmessage = ({ data }) => {
      if (data.type === "selection") {
        model.set("selection", data.subject ?? {});
        model.save_changes();
      }
    };
    ask("get", { what: "verdict" }); // From the first command on, the frame tells what happens in it.
  }, { signal });
  model.on("change:view", () => ask("set", { patch: { desk: model.get("view") } }));
}

function picture(model, el) {
  const image = document.createElement("img");
  image.alt = "Both runs over time";
  image.style.cssText = "display:block;max-width:100%";
  const show = () => {
    const url = URL.createObjectURL(new Blob([model.get("picture")], { type: "image/svg+xml" }));
    image.onload = () => URL.revokeObjectURL(url);
    image.src = url;
  };
  model.on("change:picture", show);
  el.append(image);
  model.send({ want: "picture" });
}
export default { render };
"""


def widget(pair, view: str):
    """Builds the widget of a comparison."""
    import anywidget
    import traitlets

    server = _page.server()

    class PairWidget(anywidget.AnyWidget):
        _esm = MODULE
        verdict = traitlets.Unicode().tag(sync=True)
        # The frame: port of this kernel's server, 0 without one, and what the frame shows.
        port = traitlets.Int().tag(sync=True)
        link = traitlets.Unicode().tag(sync=True)
        view = traitlets.Enum(VIEWS).tag(sync=True)
        # What is selected in the frame, as in the message `selection`.
        selection = traitlets.Dict().tag(sync=True)
        picture = traitlets.Bytes().tag(sync=True)

        def __init__(self, **traits):
            self._wants_picture = False
            super().__init__(**traits)
            self.on_msg(self._answer)

        def _answer(self, _widget, message, _buffers):
            if message == {"want": "picture"}:
                self._wants_picture = True
                self._draw()

        @traitlets.observe("view")
        def _draw(self, _change=None):
            if self._wants_picture:
                self.picture = pair.svg(view=self.view).encode("utf-8")

    if server is None:
        return PairWidget(verdict=pair.verdict, port=0, view=view)
    sides = [("a", pair.runs_a), ("b", pair.runs_b)]
    keys = [f"{side}={address}" for side, runs in sides for address in server.share(runs)]
    link = "&".join(["mode=embed", f"desk={view}", *keys])
    return PairWidget(verdict=pair.verdict, port=server.server_address[1], link=link, view=view)

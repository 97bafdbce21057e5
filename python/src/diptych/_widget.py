"""A comparison as a widget of a notebook."""

from __future__ import annotations

import base64

VIEWS = ("compare", "profile", "structure", "space-time", "fusion")

# The picture is an image, so that names in traces stay text.
MODULE = """
function render({ model, el }) {
  const bar = document.createElement("div");
  const image = document.createElement("img");
  const verdict = document.createElement("strong");
  image.alt = "A view of both runs";
  image.style.maxWidth = "100%";
  for (const view of model.get("views")) {
    const button = document.createElement("button");
    button.textContent = view;
    button.addEventListener("click", () => { model.set("view", view); model.save_changes(); });
    bar.append(button);
  }
  const show = () => {
    verdict.textContent = model.get("verdict");
    image.src = "data:image/svg+xml;base64," + model.get("picture");
    for (const button of bar.children) button.disabled = button.textContent === model.get("view");
  };
  model.on("change:picture", show);
  model.on("change:view", show);
  el.append(verdict, bar, image);
  show();
}
export default { render };
"""


def widget(pair, view: str):
    """Builds the widget of a comparison."""
    import anywidget
    import traitlets

    def picture(name: str) -> str:
        return base64.b64encode(pair.svg(view=name).encode("utf-8")).decode("ascii")

    class PairWidget(anywidget.AnyWidget):
        _esm = MODULE
        verdict = traitlets.Unicode().tag(sync=True)
        view = traitlets.Enum(VIEWS).tag(sync=True)
        views = traitlets.List(list(VIEWS)).tag(sync=True)
        picture = traitlets.Unicode().tag(sync=True)

        @traitlets.observe("view")
        def _follow(self, change):
            self.picture = picture(change["new"])

    return PairWidget(verdict=pair.verdict, view=view, picture=picture(view))

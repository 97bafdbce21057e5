"use strict";
// Zoom, search and tooltips of an exported flame graph or funky graph. Names are read from and written to text nodes only.
(function () {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const margin = Number(root.dataset.margin), character = Number(root.dataset.character);
  const room = Number(root.getAttribute("width")) - 2 * margin;
  const palettes = [root.dataset.palette, root.dataset.callers].map((colors) => colors.split(" "));
  // Where gold is by what functions take themselves: what the heaviest of them does.
  const heaviest = Number(root.dataset.heaviest) || Infinity;
  const isOne = root.dataset.kind === "one", isFunky = root.dataset.view === "funky";
  const cells = Array.from(document.querySelectorAll(".n"), (group) => {
    const [title, rect] = group.children, [text, net] = ["text", ".net"].map((of) => group.querySelector(of));
    const lines = title.textContent;
    const [x, width] = ["x", "width"].map((name) => Number(rect.getAttribute(name)));
    return { group, rect, text, net, lines, name: text.textContent, full: lines.split("\n")[0], x, width, row: Number(group.dataset.r), f: group.dataset.f, s: Number(group.dataset.s), whole: Number(group.dataset.whole) };
  });
  const past = [];
  let zoomed = null, needle = "";

  function draw() {
    // Of a funky graph a function's column is zoomed to, with its callees above and its callers below.
    const [x, width, row] = zoomed ? [zoomed.x, zoomed.width, isFunky ? -Infinity : zoomed.row] : [margin, room, -Infinity];
    const scale = room / width, edge = 1e-3;
    // What colours of one side are shares of: widths of columns are what functions take themselves.
    const whole = Math.min(isFunky && zoomed ? zoomed.whole : width, heaviest);
    for (const cell of cells) {
      const inside = cell.x >= x - edge && cell.x + cell.width <= x + width + edge;
      const around = cell.row < row && cell.x <= x + edge && cell.x + cell.width >= x + width - edge;
      const isThere = around || (inside && cell.row >= row);
      cell.group.style.display = isThere ? "" : "none";
      if (!isThere) continue;
      const [left, wide] = around ? [margin, room] : [margin + (cell.x - x) * scale, cell.width * scale];
      cell.rect.setAttribute("x", left);
      cell.rect.setAttribute("width", wide);
      cell.net?.setAttribute("x", left);
      cell.net?.setAttribute("width", wide * Number(cell.net.dataset.share));
      cell.text.setAttribute("x", left + 3);
      const fits = Math.max(0, Math.floor((wide - 6) / character)), letters = Array.from(cell.full);
      cell.text.textContent = letters.length <= fits ? cell.full : fits < 3 ? "" : letters.slice(0, fits - 1).join("") + "…";
      cell.group.classList.toggle("faded", around);
      const palette = palettes[isFunky && cell.row < 0 ? 1 : 0];
      if (isOne) cell.rect.setAttribute("fill", palette[Math.round(Math.min(cell.s / whole, 1) * (palette.length - 1))]);
    }
    for (const rest of document.querySelectorAll(".rest")) rest.style.display = zoomed ? "none" : "";
    byId("whole").setAttribute("visibility", zoomed ? "visible" : "hidden");
    find();
  }

  function zoom(cell) {
    const target = cell && isFunky ? cells.find((other) => other.row === 0 && other.f === cell.f) : cell;
    if (target === undefined) {
      byId("told").textContent = `${cell.full} takes too little itself to have a column here`;
      return;
    }
    past.push(zoomed);
    zoomed = target;
    draw();
  }

  function find() {
    let end = -1, sum = 0, count = 0;
    const hits = [];
    for (const cell of cells) {
      const isHit = needle !== "" && cell.full.toLowerCase().includes(needle);
      cell.group.classList.toggle("hit", isHit);
      if (isHit) hits.push(cell);
    }
    // Outermost hits alone add up: cells lie in pre-order. Of a funky graph the functions do, by what they take themselves.
    for (const cell of hits.filter(({ row }) => !isFunky || row === 0)) {
      count += 1;
      if (cell.x + 1e-3 < end) continue;
      sum += cell.width;
      end = cell.x + cell.width;
    }
    byId("found").textContent = needle === "" ? " " : `${count} found, ${(100 * sum / room).toFixed(1)} % of the width`;
  }

  function search() {
    const said = window.prompt("Part of a name; nothing ends the search", needle);
    if (said !== null) { needle = said.trim().toLowerCase(); find(); }
  }

  for (const cell of cells) {
    cell.group.addEventListener("click", () => zoom(cell));
    cell.group.addEventListener("mouseenter", () => {
      byId("told").textContent = cell.lines.split("\n").join(" · ");
      for (const other of cells) other.group.classList.toggle("same", other.f === cell.f);
    });
    cell.group.addEventListener("mouseleave", () => {
      byId("told").textContent = " ";
      for (const other of cells) other.group.classList.remove("same");
    });
  }
  byId("whole").addEventListener("click", () => zoom(null));
  byId("search").addEventListener("click", search);
  window.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "f" || event.key === "/") { event.preventDefault(); search(); }
    else if (event.key === "Escape") zoom(null);
    else if (event.key === "Backspace" && past.length > 0) { zoomed = past.pop(); draw(); }
  });
})();

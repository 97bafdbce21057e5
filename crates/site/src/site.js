// Sorts and filters the table of pairs. Without this script, the page is a plain table.
"use strict";
{
  const table = document.getElementById("pairs");
  const controls = document.getElementById("controls");
  const counts = document.getElementById("counts");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const allCounts = counts.textContent;

  // A column sorts by `data-sort` where the text of its cells has another order.
  const keyOf = (row, column) => row.cells[column].dataset.sort ?? row.cells[column].textContent.toLowerCase();

  const compare = (one, other) => {
    if (one === "" || other === "") {
      return (one === "") - (other === "");
    }
    return one !== other && !isNaN(one) && !isNaN(other) ? one - other : one < other ? -1 : Number(one > other);
  };

  const sortBy = (column, header) => {
    const descending = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) {
      other.removeAttribute("aria-sort");
    }
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const sign = descending ? -1 : 1;
    const sorted = rows.map((row, place) => ({ row, place, key: keyOf(row, column) }));
    sorted.sort((one, other) => {
      // Rows without a value stay at the end in both orders.
      const isBlank = one.key === "" || other.key === "";
      return (isBlank ? 1 : sign) * compare(one.key, other.key) || one.place - other.place;
    });
    body.append(...sorted.map(({ row }) => row));
  };

  const labelled = (text, control) => {
    const label = document.createElement("label");
    label.append(text, control);
    controls.append(label);
    return control;
  };

  const search = labelled("Filter", document.createElement("input"));
  search.type = "search";
  const status = labelled("Status", document.createElement("select"));
  const found = new Set(rows.map((row) => row.dataset.status));
  for (const word of ["all", ...found]) {
    status.append(new Option(word, word));
  }

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/u);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const fits = words.every((word) => text.includes(word));
      row.hidden = !fits || (status.value !== "all" && row.dataset.status !== status.value);
    }
    const shown = rows.filter((row) => !row.hidden).length;
    counts.textContent = shown === rows.length ? allCounts : `${shown} of ${allCounts}`;
  };
  counts.setAttribute("aria-live", "polite");
  search.addEventListener("input", filter);
  status.addEventListener("change", filter);

  [...table.tHead.rows[0].cells].forEach((header, column) => {
    if (header.textContent === "Viewer") {
      return;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    button.addEventListener("click", () => sortBy(column, header));
    header.replaceChildren(button);
  });
  controls.hidden = rows.length < 2;
  // A browser that goes back fills the fields in again.
  filter();
}

// Geometry of the page's parts, to be run in the page by any browser's driver.

/** Pairs of parts of the page that lie on each other. */
export function overlappingParts(): string[] {
  const parts = [
    ".header",
    ".verdict",
    ".desks",
    ".toolbar",
    ".view",
    ".detail",
    ".function-drawer",
    ".legend",
    ".status",
  ];
  const boxes = parts.flatMap((name) => {
    const box = document.querySelector(name)?.getBoundingClientRect();
    return box === undefined || box.height === 0 ? [] : [{ name, box }];
  });
  return boxes.flatMap(({ name, box }, at) =>
    boxes
      .slice(at + 1)
      .flatMap((other) =>
        other.box.top < box.bottom - 1 && box.top < other.box.bottom - 1 ? [`${name} ${other.name}`] : [],
      ),
  );
}

/** CSS pixels by which the page is wider than its window. */
export function sidewaysOverflow(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

// Tells whether a person can see a part of a framed page. A page around could lay something over a question, or make
// the frame transparent, so that a click meant for something else answers it.

/** An entry of an observer that tracks visibility, which not every browser knows. */
type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean };
type VisibilityOptions = IntersectionObserverInit & { trackVisibility: boolean; delay: number };

/** Least time between two looks of the browser, which computes visibility at some cost. */
const DELAY_MS = 100;

const observers = new WeakMap<Element, IntersectionObserver>();

/** Returns whether a browser tells what covers a frame. */
function canTell(page: Window & typeof globalThis): boolean {
  return page.parent !== page && "isVisible" in page.IntersectionObserverEntry.prototype;
}

/** Marks an element with `data-covered="yes"` while it is covered, faded or out of view. Unframed pages are not watched. */
export function watchCover(element: Element, page: Window & typeof globalThis = window): void {
  if (observers.has(element) || !canTell(page)) {
    return;
  }
  element.setAttribute("data-covered", "unknown"); // Until the browser has looked.
  const options: VisibilityOptions = { threshold: [0, 1], trackVisibility: true, delay: DELAY_MS };
  const observer = new page.IntersectionObserver((entries) => {
    const last = entries.at(-1) as VisibilityEntry | undefined;
    if (last?.isVisible === true && last.intersectionRatio === 1) {
      element.removeAttribute("data-covered");
    } else {
      element.setAttribute("data-covered", "yes");
    }
  }, options);
  observers.set(element, observer);
  observer.observe(element);
}

/** Returns whether an element is in a part of the page that is covered, as far as the browser tells. */
export function isCovered(element: Element): boolean {
  return element.closest("[data-covered]") !== null;
}

// When an embedded view comes near to what its reader sees.

/** Distance from the edge of the window at which a view counts as near, where the browser looks through frames. */
const NEAR = "50%";

/** Resolves once an element is in sight or nearly so. A frame far down a page fetches nothing before that. */
export function nearViewport(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          observer.disconnect();
          resolve();
        }
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
  });
}

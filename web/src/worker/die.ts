// A rejected promise alone does not end a worker everywhere; an exception outside of any promise reaches the page
// as the worker's `error` event.

export function die(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

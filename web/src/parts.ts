// Scripts that the page fetches when it first needs them. After an update of the server they may be gone.

import { FetchError } from "./engine/errors.js";
import { retrying } from "./retrying.js";

let tell = (): void => undefined;

/** Sets what says on the page that a script could not be fetched. */
export function onMissingPart(listener: () => void): void {
  tell = listener;
}

/**
 * Returns an import of a script. A script that cannot be fetched is said on the page, and fetched again the next time. The
 * import is then rejected with `FetchError`.
 */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  const again = retrying(load);
  return async () => {
    try {
      return await again();
    } catch (error) {
      tell();
      throw new FetchError(`A script of this page could not be fetched: ${String(error)}`);
    }
  };
}

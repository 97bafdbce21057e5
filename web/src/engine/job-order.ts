// Chooses the next job of the compute worker, which does one at a time.

/** `looking-up`: what it comes to may have been kept from an earlier time. */
export type JobState = "looking-up" | "waiting" | "running";

/**
 * The job that runs, else the first that waits. One that came before what runs may have been looked up meanwhile:
 * it waits for that nevertheless.
 */
export function nextOf<Entry extends { state: JobState }>(inOrder: readonly Entry[]): Entry | undefined {
  return inOrder.find(({ state }) => state === "running") ?? inOrder.find(({ state }) => state === "waiting");
}

// Files that the system opens with the installed page: the manifest names their extensions.

import { fileOf } from "../sides/file-handles.js";
import type { FileChooser } from "../sides/file-chooser.js";
import { sortFiles } from "../sides/sources.js";
import { freeSide } from "../state/page-state.js";
import type { Store } from "../state/store.js";

/** Members of the window beyond the standard types. */
type LaunchQueue = { setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void };

export function listenForLaunches(store: Store, files: Pick<FileChooser, "drop">): void {
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  queue?.setConsumer(({ files: handles = [] }) => {
    if (handles.length > 0) {
      void open(handles, store, files);
    }
  });
}

async function open(
  handles: readonly FileSystemFileHandle[],
  store: Store,
  files: Pick<FileChooser, "drop">,
): Promise<void> {
  const given = await Promise.all(handles.map(fileOf));
  files.drop(sortFiles(given, { onto: null, adds: false, free: freeSide(store.state) }));
}

// Files of this disk that can be read again after a reload: some browsers hand out a handle beside a file, which can be kept.

/** Members of file handles beyond the standard types. */
type Permissions = {
  queryPermission?: (options: { mode: "read" }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: "read" }) => Promise<PermissionState>;
};
type Picker = { showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]> };
type DroppedItem = { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };

const handles = new WeakMap<File, FileSystemFileHandle>();

/** The handle that came with a file; `null` where the browser gave none. */
export function handleOf(file: File): FileSystemFileHandle | null {
  return handles.get(file) ?? null;
}

/** Asks the browser for the handle of a dropped file. Only while the drop is being handled does it give one. */
export function noteDropped(item: DataTransferItem, file: File | null): void {
  const asked = (item as DroppedItem).getAsFileSystemHandle?.();
  void asked?.then(
    (handle) => {
      if (file !== null && handle?.kind === "file") {
        handles.set(file, handle as FileSystemFileHandle);
      }
    },
    () => undefined, // The file itself is there.
  );
}

/** Lets somebody pick files, with their handles; `null` where the browser has no such picker or refuses it to a frame. */
export async function pickWithHandles(): Promise<File[] | null> {
  const { showOpenFilePicker } = globalThis as Picker;
  if (showOpenFilePicker === undefined) {
    return null;
  }
  try {
    const picked = await showOpenFilePicker.call(globalThis, { multiple: true });
    return await Promise.all(picked.map(fileOf));
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? [] : null;
  }
}

/** The file of a kept handle, once somebody allows it; rejected if it is gone or refused. Called while a click is handled. */
export async function reopened(handle: FileSystemFileHandle): Promise<File> {
  const { queryPermission, requestPermission } = handle as Permissions;
  const mode = { mode: "read" } as const;
  const isGranted =
    (await queryPermission?.call(handle, mode)) === "granted" ||
    (await requestPermission?.call(handle, mode)) === "granted";
  if (!isGranted) {
    throw new DOMException(`${handle.name} may not be read.`, "NotAllowedError");
  }
  return fileOf(handle);
}

/** The file of a handle, which is remembered with it. */
export async function fileOf(handle: FileSystemFileHandle): Promise<File> {
  const file = await handle.getFile();
  handles.set(file, handle);
  return file;
}

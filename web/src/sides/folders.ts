// A folder as the one file that readers take: a tar of its files. Nothing is copied: it is made of the files themselves.

/** Bytes of a block: a header is one, and files are filled up to whole ones. */
const BLOCK = 512;

/** A file of the folder, and its path in it. */
export type FolderFile = { path: string; file: File };

/** The files of a folder and of those in it, by path. */
export async function filesIn(folder: FileSystemDirectoryEntry, within = ""): Promise<FolderFile[]> {
  const found: FolderFile[] = [];
  for (const entry of await entriesOf(folder)) {
    const path = within + entry.name;
    if (entry.isDirectory) {
      found.push(...(await filesIn(entry as FileSystemDirectoryEntry, `${path}/`)));
    } else {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      found.push({ path, file });
    }
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** All entries: a browser hands out some at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return all;
    }
    all.push(...some);
  }
}

/** The tar of files, named as the folder is. */
export function tarOf(name: string, files: readonly FolderFile[]): File {
  const parts = files.flatMap(({ path, file }) => [
    ...headers(path, file.size),
    file,
    new Uint8Array(padding(file.size)),
  ]);
  const lastModified = Math.max(0, ...files.map(({ file }) => file.lastModified));
  return new File(parts, name, { lastModified });
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** The header of a file; a path that does not fit stands before it, as GNU tar writes it. */
function headers(path: string, size: number): Uint8Array<ArrayBuffer>[] {
  const name = new TextEncoder().encode(path);
  if (name.length <= NAME_BYTES) {
    return [header(name, size, "0")];
  }
  const whole = new Uint8Array(name.length + 1 + padding(name.length + 1));
  whole.set(name);
  return [
    header(new TextEncoder().encode("././@LongLink"), name.length + 1, "L"),
    whole,
    header(name.subarray(0, NAME_BYTES), size, "0"),
  ];
}

const NAME_BYTES = 100;
/** Larger files have sizes in base 256. */
const OCTAL_BYTES = 8 ** 11;

function header(name: Uint8Array, size: number, type: string): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(new TextEncoder().encode(text), at);
  block.set(name);
  if (size < OCTAL_BYTES) {
    put(124, size.toString(8).padStart(11, "0"));
  } else {
    new DataView(block.buffer).setBigUint64(128, BigInt(size));
    block[124] = 0x80;
  }
  put(148, "        ");
  put(156, type);
  put(257, "ustar  ");
  const sum = block.reduce((sum, byte) => sum + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0`);
  return block;
}

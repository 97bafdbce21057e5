// The picture of a comment. It comes from a run that anybody can start with a pull request, so only a plain PNG of a
// bounded size is published, and only if whoever set the workflow up asked for it.

/** Most bytes of a picture. */
export const MOST_PICTURE = 500_000;
/** Most pixels along an edge. */
const MOST_EDGE = 4_000;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns the bytes of a PNG. Throws for anything else. */
export function checkedPicture(bytes) {
  if (bytes.length > MOST_PICTURE) {
    throw new Error(`picture.png has ${bytes.length} bytes; at most ${MOST_PICTURE} are published.`);
  }
  // The header, which comes first, has the edges.
  const isPng =
    bytes.length > 33 && bytes.subarray(0, 8).equals(SIGNATURE) && bytes.toString("latin1", 12, 16) === "IHDR";
  const edges = isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [0];
  if (edges.some((edge) => edge < 1 || edge > MOST_EDGE)) {
    throw new Error(`picture.png is no PNG of up to ${MOST_EDGE} × ${MOST_EDGE} pixels.`);
  }
  return bytes;
}

/** Returns the address of the picture that a workflow names, with `{sha}` and `{number}` filled in. */
export function namedPicture(address, { sha, number }) {
  return address.replaceAll("{sha}", encodeURIComponent(sha)).replaceAll("{number}", encodeURIComponent(number));
}

/** Publishes a picture by `publish`. A comment without a picture is better than none, so a failure is only said. */
export async function published(bytes, publish, warn) {
  try {
    return bytes === null ? "" : await publish(checkedPicture(bytes));
  } catch (error) {
    warn(`The comment has no picture. ${error.message.replace(/[\r\n]+/gu, " ")}`);
    return "";
  }
}

// Bytes that another page sends, as files and streams take them.

/**
 * Returns the bytes themselves, or a copy of those that a file cannot be made of: bytes in memory that may grow, shrink or
 * be written by somebody else.
 */
export function fixedBytes(bytes: ArrayBufferLike | ArrayBufferView): Uint8Array<ArrayBuffer> {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  return isFixed(view) ? view : view.slice();
}

function isFixed(view: Uint8Array): view is Uint8Array<ArrayBuffer> {
  return view.buffer instanceof ArrayBuffer && (view.buffer as { resizable?: boolean }).resizable !== true;
}

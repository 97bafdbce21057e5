// Bytes as text of a document: five characters for four bytes, a sixteenth less than base64.
//
// The characters are those of ASCII that mean nothing in HTML. `crates/xtask/src/build/base85.rs` writes the text.

const DIGITS = "!#$%()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|";

/** Returns the bytes that a text stands for. */
export function fromBase85(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let value = 0; value < DIGITS.length; value += 1) {
    values[DIGITS.charCodeAt(value)] = value;
  }
  // The last group may be shorter: of n characters, n - 1 bytes count.
  const groups = Math.ceil(text.length / 5);
  const view = new DataView(new ArrayBuffer(groups * 4));
  for (let group = 0; group < groups; group += 1) {
    let number = 0;
    for (let place = group * 5; place < group * 5 + 5; place += 1) {
      number = number * 85 + (place < text.length ? (values[text.charCodeAt(place)] ?? 0) : 84);
    }
    view.setUint32(group * 4, number);
  }
  return new Uint8Array(view.buffer, 0, text.length - groups);
}

// Reads MessagePack: the view state of a `.diptych` file. The bytes may be any.

/** Most levels of nesting; a view state has five. */
const MOST_NESTED = 32;

export type Packed = null | boolean | number | string | Uint8Array | Packed[] | { [key: string]: Packed };

/** Returns the value that bytes stand for; throws `RangeError` if they stand for none. */
export function unpack(bytes: Uint8Array): Packed {
  const reader = new Reader(bytes);
  const value = reader.value(MOST_NESTED);
  if (!reader.isAtEnd) {
    throw new RangeError("there are bytes behind the value");
  }
  return value;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(nested: number): Packed {
    if (nested === 0) {
      throw new RangeError("the value is nested too deeply");
    }
    const marker = this.#uint(1);
    if (marker < 0x80) {
      return marker;
    }
    if (marker >= 0xe0) {
      return marker - 0x100;
    }
    if (marker < 0xc0) {
      const count = marker & (marker < 0xa0 ? 0x0f : 0x1f);
      return marker < 0x90 ? this.#map(count, nested) : marker < 0xa0 ? this.#list(count, nested) : this.#text(count);
    }
    return this.#marked(marker, nested);
  }

  #marked(marker: number, nested: number): Packed {
    switch (marker) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#take(this.#uint(1 << (marker - 0xc4)));
      case 0xca:
        return this.#number(4, () => this.#view.getFloat32(this.#at));
      case 0xcb:
        return this.#number(8, () => this.#view.getFloat64(this.#at));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.#uint(1 << (marker - 0xcc));
      case 0xcf:
        return this.#number(8, () => Number(this.#view.getBigUint64(this.#at)));
      case 0xd0:
        return this.#number(1, () => this.#view.getInt8(this.#at));
      case 0xd1:
        return this.#number(2, () => this.#view.getInt16(this.#at));
      case 0xd2:
        return this.#number(4, () => this.#view.getInt32(this.#at));
      case 0xd3:
        return this.#number(8, () => Number(this.#view.getBigInt64(this.#at)));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(this.#uint(1 << (marker - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.#list(this.#uint(marker === 0xdc ? 2 : 4), nested);
      case 0xde:
      case 0xdf:
        return this.#map(this.#uint(marker === 0xde ? 2 : 4), nested);
      default:
        throw new RangeError(`no value begins with byte ${marker}`);
    }
  }

  #number(size: number, read: () => number): number {
    const value = read(); // Throws `RangeError` behind the end.
    this.#at += size;
    return value;
  }

  #uint(size: number): number {
    const { length } = this.#bytes;
    if (this.#at + size > length) {
      throw new RangeError("the bytes end within a value");
    }
    let value = 0;
    for (let byte = 0; byte < size; byte += 1) {
      value = value * 256 + (this.#bytes[this.#at + byte] ?? 0);
    }
    this.#at += size;
    return value;
  }

  #take(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) {
      throw new RangeError("the bytes end within a value");
    }
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  #text(count: number): string {
    return new TextDecoder().decode(this.#take(count));
  }

  // Each value takes a byte at least, so these loops end with the bytes.

  #list(count: number, nested: number): Packed[] {
    const list: Packed[] = [];
    for (let index = 0; index < count; index += 1) {
      list.push(this.value(nested - 1));
    }
    return list;
  }

  #map(count: number, nested: number): { [key: string]: Packed } {
    // Without a prototype, no key of a file is special.
    const map = Object.create(null) as { [key: string]: Packed };
    for (let index = 0; index < count; index += 1) {
      const key = this.value(nested - 1);
      if (typeof key !== "string") {
        throw new RangeError("a key is no text");
      }
      map[key] = this.value(nested - 1);
    }
    return map;
  }
}

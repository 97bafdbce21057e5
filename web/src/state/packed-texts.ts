// Long identity rules and notes in links: `z:` and the raw deflate of the text as base64url without padding (RFC 4648).
//
// Browsers pack and unpack asynchronously only. An address is written at once, so texts are packed before they are
// needed; until then the address holds them as they are.

/** Length in bytes up to which a text stands in a link as it is. */
export const MAX_PLAIN_BYTES = 2_000;

/** Largest text that is unpacked. A link may come from anybody, and a kilobyte can unpack to a megabyte. */
export const MAX_UNPACKED_BYTES = 1 << 20;

const MARK = "z:";

/** Returns whether a text is written packed. Short ones that begin with the mark are, too. */
export function mustPack(text: string): boolean {
  return text.startsWith(MARK) || new TextEncoder().encode(text).length > MAX_PLAIN_BYTES;
}

/** Returns whether a value is a packed text. */
export function isPacked(value: string): boolean {
  return value.startsWith(MARK);
}

export async function pack(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return MARK + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of a packed value; `null` if it is damaged, or longer than `MAX_UNPACKED_BYTES`. */
export async function unpack(value: string): Promise<string | null> {
  const digits = value.slice(MARK.length);
  if (!/^[A-Za-z0-9_-]+$/.test(digits) || digits.length % 4 === 1) {
    return null;
  }
  const packed = Uint8Array.from(atob(digits.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let [length, out] = [0, ""];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > MAX_UNPACKED_BYTES) {
        void reader.cancel();
        return null;
      }
      out += text.decode(part.value, { stream: true });
    }
    return out + text.decode();
  } catch {
    return null;
  }
}

/** Texts whose packed forms are kept: the latest rules and notes, and those before them. */
const KEPT_TEXTS = 4;

/** The packed forms of the texts that the address last needed. */
export class PackedTexts {
  /** Packed forms by text, the latest last; `null` while one is being made. */
  readonly #packed = new Map<string, string | null>();
  #packing: Promise<unknown> = Promise.resolve();
  readonly #changed: () => void;

  /** `changed`: a packed form that was asked for is there now. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The packed form, if it is known already. Otherwise it is being made. */
  get(text: string): string | null {
    const known = this.#packed.get(text);
    if (known === undefined) {
      this.#packed.set(text, null);
      const [oldest] = this.#packed.keys();
      if (this.#packed.size > KEPT_TEXTS && oldest !== undefined) {
        this.#packed.delete(oldest);
      }
      this.#packing = Promise.all([this.#packing, this.#pack(text)]);
    }
    return known ?? null;
  }

  /** Resolves when all that was asked for is packed. */
  async ready(): Promise<void> {
    await this.#packing;
  }

  async #pack(text: string): Promise<void> {
    const packed = await pack(text);
    if (this.#packed.has(text)) {
      this.#packed.set(text, packed);
      this.#changed();
    }
  }
}

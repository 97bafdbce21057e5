// Long identity rules in links: `z:` and the raw deflate of the text as base64url without padding (RFC 4648).
//
// Browsers pack and unpack asynchronously only. An address is written at once, so rules are packed before they are
// needed; until then the address holds them as they are.

/** Length in bytes up to which rules stand in a link as they are. */
export const MAX_PLAIN_RULES = 2_000;

/** Largest text that is unpacked. A link may come from anybody, and a kilobyte can unpack to a megabyte. */
export const MAX_RULES_BYTES = 1 << 20;

const MARK = "z:";

/** Returns whether rules are written packed. Short ones that begin with the mark are, too. */
export function mustPack(rules: string): boolean {
  return rules.startsWith(MARK) || new TextEncoder().encode(rules).length > MAX_PLAIN_RULES;
}

/** Returns whether a value holds packed rules. */
export function isPacked(value: string): boolean {
  return value.startsWith(MARK);
}

export async function pack(rules: string): Promise<string> {
  const packed = new Blob([rules]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return MARK + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of packed rules; `null` if they are damaged, or longer than `MAX_RULES_BYTES`. */
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
      if (length > MAX_RULES_BYTES) {
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

/** The packed form of the rules that the address last needed. */
export class PackedRules {
  #rules = "";
  #packed: string | null = null;
  #packing: Promise<void> = Promise.resolve();
  readonly #changed: () => void;

  /** `changed`: the packed form of what was asked for is there now. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The packed form, if it is known already. Otherwise it is being made. */
  get(rules: string): string | null {
    if (rules !== this.#rules) {
      [this.#rules, this.#packed] = [rules, null];
      this.#packing = this.#pack(rules);
    }
    return this.#packed;
  }

  /** Resolves when what was asked for last is packed. */
  async ready(): Promise<void> {
    await this.#packing;
  }

  async #pack(rules: string): Promise<void> {
    const packed = await pack(rules);
    if (rules === this.#rules) {
      this.#packed = packed;
      this.#changed();
    }
  }
}

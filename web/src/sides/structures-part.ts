// Structures of programs, beside their traces: fetched once a file names them.

import type { EngineClient } from "../engine/client.js";
import type { Column } from "../engine/worker-messages.js";
import type { SideName, StructureReply, StructureSummary } from "../generated/protocol.js";
import type { StructureWords } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import type { Source } from "./sources.js";

export class Structures {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #toasts: Toasts;
  /** Whoever draws what lists say. */
  readonly #changed: () => void;
  /** The source of each side's structure, so that it can be read again. */
  #sources: Record<SideName, Source | null> = { a: null, b: null };

  constructor(store: Store, engine: EngineClient, toasts: Toasts, changed: () => void) {
    this.#store = store;
    this.#engine = engine;
    this.#toasts = toasts;
    this.#changed = changed;
  }

  /** Puts a structure beside what a side holds or is about to hold. */
  async open(side: SideName, source: Source, columns: Column[]): Promise<void> {
    this.#sources[side] = source;
    const reply = await this.#engine.structures(side, source.name, columns);
    this.#show(reply);
    this.#toasts.show(openedText(side, source.name, reply.sides[side]));
  }

  /** Traces changed: others of its files ran. */
  refresh(): void {
    this.#engine.follow(async () => this.#show(await this.#engine.structures(null, "", [])));
  }

  /** The sides were exchanged. */
  exchange(): void {
    this.#sources = { a: this.#sources.b, b: this.#sources.a };
    this.refresh();
  }

  /** A side was closed, and what stood beside its trace with it. */
  closed(side: SideName): void {
    this.#sources[side] = null;
    this.refresh();
  }

  /** The engine forgot all: what a side had, to be read again. */
  died(side: SideName): Source[] {
    const source = this.#sources[side];
    this.#sources[side] = null;
    return source === null ? [] : [source];
  }

  #close(side: SideName): void {
    this.#sources[side] = null;
    this.#engine.follow(async () => this.#show(await this.#engine.structures(side, "", [])));
  }

  #show({ sides }: StructureReply): void {
    for (const side of ["a", "b"] as const) {
      this.#store.setSide(side, { structure: this.#inWords(sides[side]) });
    }
    this.#changed();
  }

  #inWords(structure: StructureSummary | null): StructureWords | null {
    if (structure === null) {
      return null;
    }
    const { name, of, headline, note } = structure;
    const close = { label: `Close ${name} (${headline})`, run: () => this.#close(of) };
    return { headline, whole: [`${headline} of ${name}`, note].filter((part) => part !== "").join(" · "), close };
  }
}

/** Says which structure stands beside a trace now, and how much of it ran once there is a trace. */
export function openedText(side: SideName, name: string, structure: StructureSummary | null): string {
  const parts = [`${name} is the structure of ${side.toUpperCase()}`, structure?.headline ?? "", structure?.note ?? ""];
  return parts.filter((part) => part !== "").join("; ");
}

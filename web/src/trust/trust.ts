// Whether an origin may show traces here, and whether a link may make the page fetch from it or open files there.
//
// The page itself and this machine need no question. How other origins are decided about is fetched with the first of
// them: most visits know none.

import type { Busy } from "../idle.js";
import { part } from "../parts.js";
import type { Store } from "../state/store.js";
import { isLocal } from "./origins.js";
import { forgetTrusted, NO_ORIGINS, trustedOrigins } from "./kept-origins.js";
import type { Permission, TrustDecisions } from "./trust-part.js";
import type { SiteSettings } from "./site-settings.js";

const trustPart = part(() => import("./trust-part.js"));

export class Trust {
  readonly #store: Store;
  readonly #busy: Busy;
  readonly #page: URL;
  #decisions: Promise<TrustDecisions> | null = null;

  /** `page`: the address of this page. */
  constructor(store: Store, busy: Busy, page: URL) {
    this.#store = store;
    this.#busy = busy;
    this.#page = page;
  }

  /** Restores the origins that are trusted on this device. */
  restore(): void {
    this.#store.set({ trustedOrigins: trustedOrigins() });
  }

  /** Forgets the origins that are trusted on this device, and the answers of this visit. */
  forget(): void {
    forgetTrusted();
    this.#decisions = null;
    this.#store.set({ trustedOrigins: NO_ORIGINS });
  }

  /** Returns whether an origin needs neither a question nor the settings of the deployer. */
  isOwn(origin: string): boolean {
    return origin === this.#page.origin || isLocal(origin);
  }

  /** Returns whether an origin is trusted already; asks nobody. */
  async isTrusted(origin: string | null): Promise<boolean> {
    return origin !== null && (this.isOwn(origin) || (await this.#others()).isTrusted(origin));
  }

  /** Decides whether an origin may post traces to this page and learn what it shows. */
  async mayShow(origin: string | null): Promise<boolean> {
    return (origin !== null && this.isOwn(origin)) || (await this.#others()).mayShow(origin);
  }

  /** Decides whether the page may fetch from an origin. `byPerson`: somebody typed or chose the address here. */
  async mayFetch(origin: string, byPerson: boolean): Promise<Permission> {
    return this.isOwn(origin) ? "granted" : (await this.#others()).mayFetch(origin, byPerson);
  }

  /** Decides whether the page may open a source file on an origin, which learns the path of the file. */
  async mayOpenSource(origin: string): Promise<boolean> {
    return this.isOwn(origin) || (await this.#others()).mayOpenSource(origin);
  }

  /** Returns the settings of the deployer. Broken ones are named on the page and ignored. */
  async settings(): Promise<SiteSettings> {
    return (await this.#others()).settings;
  }

  async #others(): Promise<TrustDecisions> {
    this.#decisions ??= this.#fetched().catch((error: unknown) => {
      this.#decisions = null; // The next question tries again.
      throw error;
    });
    const end = this.#busy.begin("trust");
    return this.#decisions.finally(end);
  }

  async #fetched(): Promise<TrustDecisions> {
    const { decisionsOf } = await trustPart();
    return decisionsOf(this.#store, this.#page);
  }
}

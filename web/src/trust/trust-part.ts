// Decides about other origins: by the settings of the deployer, by what this device remembers, and by asking.
//
// Each origin is asked about once for each purpose; *Always* is kept on this device. Whoever may show traces may be
// asked for some, too, but not the other way round: it would learn what is shown.

import type { Store } from "../state/store.js";
import { keepTrusted, type Purpose } from "./kept-origins.js";
import { covers } from "./origins.js";
import { fetchSettings, SETTINGS_FILE, type SiteSettings } from "./site-settings.js";

export type TrustAnswer = "no" | "yes" | "always";

/** A question to the person. `origin` is null for a page without one, such as a file or a sandboxed frame. */
export type TrustQuestion = { origin: string | null; purpose: Purpose; answer: (answer: TrustAnswer) => void };

/** `refused` by the person, `forbidden` by the deployer. */
export type Permission = "granted" | "refused" | "forbidden";

/** Reads the settings of the deployer. Broken ones are named on the page and ignored. */
export async function decisionsOf(store: Store, page: URL): Promise<TrustDecisions> {
  const { settings, problem } = await fetchSettings(page.href);
  if (problem !== null) {
    const title = `${SETTINGS_FILE} on this host is broken and was ignored.`;
    store.set({ notice: { title, body: `${problem} Tell the owner of ${page.host}.`, tone: "warn" } });
  }
  return new TrustDecisions(store, settings);
}

export class TrustDecisions {
  readonly settings: SiteSettings;
  readonly #store: Store;
  /** Questions of this visit by purpose and origin, answered or not. */
  readonly #asked = new Map<string, Promise<boolean>>();
  /** Questions that wait behind the one on the page. */
  readonly #waiting: TrustQuestion[] = [];

  constructor(store: Store, settings: SiteSettings) {
    this.#store = store;
    this.settings = settings;
  }

  isTrusted(origin: string): boolean {
    return this.#store.state.trustedOrigins.show.includes(origin) || covers(this.settings.trusted ?? [], origin);
  }

  async mayShow(origin: string | null): Promise<boolean> {
    return (origin !== null && this.isTrusted(origin)) || this.#ask(origin, "show");
  }

  async mayFetch(origin: string, byPerson: boolean): Promise<Permission> {
    const { traceOrigins, trusted } = this.settings;
    if (traceOrigins !== null && !covers(trusted ?? [], origin) && !covers(traceOrigins, origin)) {
      return "forbidden";
    }
    const isKnown = byPerson || this.isTrusted(origin) || this.#store.state.trustedOrigins.fetch.includes(origin);
    const maySome = async () => (await this.#asked.get(`show ${origin}`)) === true || this.#ask(origin, "fetch");
    return isKnown || (await maySome()) ? "granted" : "refused";
  }

  async mayOpenSource(origin: string): Promise<boolean> {
    const isKnown = this.isTrusted(origin) || this.#store.state.trustedOrigins.source.includes(origin);
    return isKnown || this.#ask(origin, "source");
  }

  #ask(origin: string | null, purpose: Purpose): Promise<boolean> {
    if (origin === null) {
      return this.#newQuestion(origin, purpose); // Such pages are not to be told apart.
    }
    const key = `${purpose} ${origin}`;
    const asked = this.#asked.get(key) ?? this.#newQuestion(origin, purpose);
    this.#asked.set(key, asked);
    return asked;
  }

  #newQuestion(origin: string | null, purpose: Purpose): Promise<boolean> {
    return new Promise((resolve) => {
      const question: TrustQuestion = {
        origin,
        purpose,
        answer: (answer) => {
          if (answer === "always" && origin !== null) {
            this.#keep(origin, purpose);
          }
          this.#store.set({ question: this.#waiting.shift() ?? null });
          resolve(answer !== "no");
        },
      };
      if (this.#store.state.question === null) {
        this.#store.set({ question });
      } else {
        this.#waiting.push(question);
      }
    });
  }

  #keep(origin: string, purpose: Purpose): void {
    const before = this.#store.state.trustedOrigins;
    const trustedOrigins = { ...before, [purpose]: [...new Set([...before[purpose], origin])] };
    keepTrusted(trustedOrigins);
    this.#store.set({ trustedOrigins });
  }
}

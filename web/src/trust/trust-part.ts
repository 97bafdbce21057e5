// Decides about other origins: by the settings of the deployer, by what this device remembers, and by asking.
//
// Each origin is asked about once; *Always* is kept on this device.

import type { Store } from "../state/store.js";
import { keepTrusted } from "./kept-origins.js";
import { covers } from "./origins.js";
import { fetchSettings, SETTINGS_FILE, type SiteSettings } from "./site-settings.js";

/** What an origin is about to do: post traces to the page, or be asked by the page for a trace. */
export type Purpose = "show" | "fetch";

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
  /** Questions of this visit by their origins, answered or not. */
  readonly #asked = new Map<string | null, Promise<boolean>>();
  /** Questions that wait behind the one on the page. */
  readonly #waiting: TrustQuestion[] = [];

  constructor(store: Store, settings: SiteSettings) {
    this.#store = store;
    this.settings = settings;
  }

  isTrusted(origin: string): boolean {
    return this.#store.state.trustedOrigins.includes(origin) || covers(this.settings.trusted ?? [], origin);
  }

  async mayShow(origin: string | null): Promise<boolean> {
    return (origin !== null && this.isTrusted(origin)) || this.#ask(origin, "show");
  }

  async mayFetch(origin: string, byPerson: boolean): Promise<Permission> {
    const { traceOrigins, trusted } = this.settings;
    if (traceOrigins !== null && !covers(trusted ?? [], origin) && !covers(traceOrigins, origin)) {
      return "forbidden";
    }
    return byPerson || this.isTrusted(origin) || (await this.#ask(origin, "fetch")) ? "granted" : "refused";
  }

  #ask(origin: string | null, purpose: Purpose): Promise<boolean> {
    const asked = this.#asked.get(origin) ?? this.#newQuestion(origin, purpose);
    this.#asked.set(origin, asked);
    return asked;
  }

  #newQuestion(origin: string | null, purpose: Purpose): Promise<boolean> {
    return new Promise((resolve) => {
      const question: TrustQuestion = {
        origin,
        purpose,
        answer: (answer) => {
          if (answer === "always" && origin !== null) {
            this.#keep(origin);
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

  #keep(origin: string): void {
    const trustedOrigins = [...new Set([...this.#store.state.trustedOrigins, origin])];
    keepTrusted(trustedOrigins);
    this.#store.set({ trustedOrigins });
  }
}

// Askers that ask often: of their questions only the newest counts.

import { EngineDied } from "./errors.js";

/** Runs what asks and goes on with the reply; a failure that is not caught there is the page's to say. */
export interface Follower {
  follow(steps: () => Promise<void>): void;
}

/** Asks one question at a time. Of those that come meanwhile the newest waits, the others are dropped. */
export class Latest<Question, Reply> {
  readonly #engine: Follower;
  readonly #ask: (question: Question) => Promise<Reply>;
  readonly #use: (reply: Reply, question: Question) => void;
  #running = false;
  #waiting: { question: Question } | null = null;

  constructor(
    engine: Follower,
    ask: (question: Question) => Promise<Reply>,
    use: (reply: Reply, question: Question) => void,
  ) {
    this.#engine = engine;
    this.#ask = ask;
    this.#use = use;
  }

  /** True while a newer question waits for the reply to an earlier one. */
  get isWaiting(): boolean {
    return this.#waiting !== null;
  }

  ask(question: Question): void {
    if (this.#running) {
      this.#waiting = { question };
      return;
    }
    this.#running = true;
    this.#engine.follow(async () => {
      try {
        this.#use(await this.#ask(question), question);
      } catch (error) {
        if (error instanceof EngineDied) {
          this.#waiting = null; // Whoever wants it from the next engine asks again.
        }
        throw error;
      } finally {
        const next = this.#waiting;
        this.#running = false;
        this.#waiting = null;
        if (next !== null) {
          this.ask(next.question);
        }
      }
    });
  }
}

/** Tells the newest of several beginnings: what an older one comes to is out of date. */
export class NewestStart {
  #last = 0;

  /** The returned function says whether nothing began since. */
  begin(): () => boolean {
    this.#last += 1;
    const own = this.#last;
    return () => own === this.#last;
  }
}

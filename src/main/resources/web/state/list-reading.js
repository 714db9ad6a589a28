// One reading of a list at a time: a newer one ends the one before.

import { api, search } from '../net/api.js';
import { PAGE } from './pages.js';

export class ListReading {
  /** Why the last one failed. */
  problem = null;
  #current = null;
  #isAnew = false;
  #ahead = null;
  #changed;

  /** @param changed called when a reading has begun or ended */
  constructor(changed) {
    this.#changed = changed;
  }

  get isUnderWay() {
    return this.#current !== null;
  }

  /** Settled when the reading that is under way has ended; undefined where there is none. */
  get done() {
    return this.#current?.done;
  }

  /** Reads a first page before it is known who looks: both go out together. */
  ahead(query) {
    const ahead = { query: search(query), page: api.get('/v1/inbox' + search({ ...query, limit: PAGE })) };
    this.#ahead = ahead;
    // What was refused before somebody signed in is asked for again.
    ahead.page.catch(() => this.#ahead === ahead && (this.#ahead = null));
  }

  /** The first page of a list, where it was read ahead; it counts once. */
  async takeAhead(query) {
    const ahead = this.#ahead;
    this.#ahead = null;
    return ahead?.query === search(query) ? ahead.page : undefined;
  }

  /**
   * @param isAnew whether the list is put in order; it stays wanted when another reading takes this one's place
   * @param ask(signal)
   * @param take(read, isAnew) is given what was read, unless another reading has begun
   */
  async read(isAnew, ask, take) {
    this.#isAnew ||= isAnew;
    const anew = this.#isAnew;
    this.#current?.controller.abort();
    const controller = new AbortController();
    let done;
    const current = { controller, done: new Promise((resolve) => (done = resolve)) };
    this.#current = current;
    this.problem = null;
    this.#changed();
    try {
      const read = await ask(controller.signal);
      if (this.#current === current) take(read, anew);
    } catch (problem) {
      if (this.#current === current) this.problem = problem;
    }
    if (this.#current === current) {
      this.#current = null;
      this.#isAnew = false;
      this.#changed();
    }
    done();
  }

  forget() {
    this.#current?.controller.abort();
    this.#current = null;
    this.problem = null;
  }
}

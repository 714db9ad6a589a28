// Gathers prompts that the stream has named, and asks the list about all of them together: whether they are in it, and
// what it says of them.

import { readBetween } from './pages.js';

const GATHERED_MS = 25;
/** A prompt's time is told by two clocks of the daemon. */
const SLACK_MS = 2_000;

export class Lookup {
  /** Their keys, with when they were raised. */
  #wanted = new Map();
  #isLooking = false;
  #generation = 0;
  #host;

  /**
   * @param host {query() of the list, take(page) gives the keys of its rows, found(keys), missed(keys), failed(),
   * asked(asking)}
   */
  constructor(host) {
    this.#host = host;
  }

  async add(key, createdAtMs) {
    this.#wanted.set(key, createdAtMs);
    if (this.#isLooking) return;
    this.#isLooking = true;
    await new Promise((gathered) => setTimeout(gathered, GATHERED_MS));
    while (this.#wanted.size > 0) {
      const wanted = new Map(this.#wanted);
      this.#wanted.clear();
      try {
        await this.#host.asked(() => this.#look(wanted));
      } catch {
        this.#host.failed();
      }
    }
    this.#isLooking = false;
  }

  forget() {
    this.#generation++;
    this.#wanted.clear();
  }

  async #look(wanted) {
    const times = [...wanted.values()];
    const generation = this.#generation;
    const query = this.#host.query();
    const there = new Set();
    for await (const page of readBetween(query, Math.min(...times) - SLACK_MS, Math.max(...times) + SLACK_MS)) {
      // What was asked for another person, or of another list, says nothing of this one.
      if (generation !== this.#generation || query !== this.#host.query()) return;
      this.#host.take(page).forEach((key) => there.add(key));
    }
    const keys = [...wanted.keys()];
    this.#host.missed(keys.filter((key) => !there.has(key)));
    this.#host.found(keys.filter((key) => there.has(key)));
  }
}

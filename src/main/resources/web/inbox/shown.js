// The rows of the list, in places that they keep: a row goes when its prompt does, or when another filter is
// chosen, and never because time has passed or something was settled.

import { NO_FILTER, matching } from './filter.js';

export class Shown {
  filter = NO_FILTER;
  keys = [];
  #known = new Set();
  #places = new Map();

  /** Begins anew, with another filter or with what has changed since. */
  choose(filter, prompts, nowMs) {
    this.filter = filter;
    this.keys = [];
    this.#known.clear();
    this.follow(prompts, nowMs);
  }

  /** Takes out what is gone, and puts what is new behind the rest. */
  follow(prompts, nowMs) {
    const matches = matching(this.filter, nowMs);
    const there = new Set();
    const added = [];
    for (const prompt of prompts) {
      there.add(prompt.key);
      if (this.#known.has(prompt.key)) continue;
      this.#known.add(prompt.key);
      if (matches(prompt)) added.push(prompt.key);
    }
    if (there.size < this.#known.size) {
      this.#known = there;
      this.keys = this.keys.filter((key) => there.has(key));
    }
    this.keys = added.length > 0 ? [...this.keys, ...added] : this.keys;
    this.#places = new Map(this.keys.map((key, index) => [key, index]));
  }

  /** -1 where it is not shown. */
  indexOf(key) {
    return this.#places.get(key) ?? -1;
  }

  /** The next one after the key that fits, from the beginning when there is none behind it. */
  nextAfter(key, fits) {
    const start = this.indexOf(key) + 1;
    const turned = [...this.keys.slice(start), ...this.keys.slice(0, start)];
    return turned.find((one) => one !== key && fits(one));
  }
}

// The rows of the list, in places that they keep: a row goes when its prompt does, or when another filter is
// chosen, and never because time has passed or something was settled.

import { isForMe, snoozedUntil } from '../state/triage.js';
import { NO_FILTER, matching } from './filter.js';

export class Shown {
  /** With tab 'me' what waits for the signed-in person and is not snoozed by them, with 'all' everything. */
  filter = { ...NO_FILTER, tab: 'all' };
  keys = [];
  #places = new Map();

  /** Begins anew, with another filter or with what has changed since. */
  choose(filter, prompts, nowMs) {
    this.filter = filter;
    const before = new Set(this.keys);
    this.keys = [];
    this.follow(prompts, nowMs, before);
  }

  /**
   * Takes out what is gone and what the signed-in person has snoozed, and puts what is new, or fits now, at the end.
   *
   * @param before the keys that were shown
   */
  follow(prompts, nowMs, before = new Set(this.keys)) {
    const matches = matching(this.filter, nowMs);
    const known = new Set(this.keys);
    const there = new Set();
    const added = [];
    for (const prompt of prompts) {
      if (this.#hides(prompt, nowMs)) continue;
      there.add(prompt.key);
      if (!known.has(prompt.key) && this.#isForTab(prompt, before) && matches(prompt)) added.push(prompt.key);
    }
    const kept = this.keys.filter((key) => there.has(key));
    if (kept.length < this.keys.length || added.length > 0) this.keys = [...kept, ...added];
    this.#places = new Map(this.keys.map((key, index) => [key, index]));
  }

  /** Takes out what no longer waits for the signed-in person, but for one; when nobody's hand is there. */
  tidy(prompts, nowMs, kept) {
    const before = new Set(this.keys);
    const gone = new Set(prompts.filter((prompt) => !prompt.settled && prompt.key !== kept && !this.#isForTab(prompt, before)).map(({ key }) => key));
    this.keys = this.keys.filter((key) => !gone.has(key));
    this.follow(prompts, nowMs);
  }

  #isForTab(prompt, before) {
    return this.filter.tab !== 'me' || (prompt.settled ? before.has(prompt.key) : isForMe(prompt));
  }

  #hides(prompt, nowMs) {
    return this.filter.tab === 'me' && !this.filter.snoozed && Boolean(snoozedUntil(prompt, nowMs));
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

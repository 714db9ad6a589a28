// The files of the page that its first rows can do without: cards, and the views beside the inbox. They are read when
// they are wanted, or when the browser has nothing else to do.

import { t } from '../i18n/i18n.js';

/** By what is in them; each needs those before it. */
const FILES = { cards: new URL('../cards.js', import.meta.url).href, views: new URL('../views.js', import.meta.url).href };
const IDLE_MS = 2_000;

/** Tells 'change' when a file is there, or cannot be had. */
class Later extends EventTarget {
  #there = new Set();
  #underway = new Map();
  /** Why the last one could not be had. */
  problem = null;

  has(name) {
    return this.#there.has(name);
  }

  /** Reads a file, once; a promise of whether it is there. */
  want(name) {
    if (!this.#underway.has(name)) this.#underway.set(name, this.#read(name));
    return this.#underway.get(name);
  }

  async #read(name) {
    this.problem = null;
    try {
      await import(FILES[name]);
      // It has read those that it needs.
      for (const one of Object.keys(FILES)) {
        this.#there.add(one);
        if (one === name) break;
      }
    } catch {
      this.#underway.delete(name);
      this.problem = { detail: t('parts.later.failed') };
    }
    this.dispatchEvent(new Event('change'));
    return this.has(name);
  }

  /** A tab that has all its parts goes on when another version is served. */
  async whenIdle() {
    for (const name of Object.keys(FILES)) {
      await new Promise((idle) => (window.requestIdleCallback ?? setTimeout)(idle, { timeout: IDLE_MS }));
      if (!(await this.want(name))) return;
    }
  }
}

export const later = new Later();

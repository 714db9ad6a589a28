// What waits of one session: a list of its own, read anew when something is asked or settled.

import { api, search } from '../net/api.js';
import { live } from '../net/live.js';
import { inbox } from './inbox.js';

const TOGETHER_MS = 150;

/** A Lit controller: `new InboxPart(this, () => ({session_id}))`; lines are those of the inbox. */
export class InboxPart {
  lines = [];
  #host;
  #query;
  #reading = null;
  #timer = 0;
  #soon = () => (this.#timer ||= setTimeout(() => this.load(), TOGETHER_MS));

  constructor(host, query) {
    this.#host = host;
    this.#query = query;
    host.addController(this);
  }

  hostConnected() {
    for (const type of ['asked', 'settled']) inbox.addEventListener(type, this.#soon);
    for (const type of ['resync', 'beat']) live.addEventListener(type, this.#soon);
  }

  hostDisconnected() {
    for (const type of ['asked', 'settled']) inbox.removeEventListener(type, this.#soon);
    for (const type of ['resync', 'beat']) live.removeEventListener(type, this.#soon);
    clearTimeout(this.#timer);
    this.#reading?.abort();
  }

  /** Where it cannot be read, what was read before stays: it is read again with the next change. */
  async load() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    try {
      const { items } = await api.get('/v1/inbox' + search({ ...this.#query(), limit: 100 }), { signal: reading.signal });
      if (this.#reading !== reading) return;
      this.lines = items;
      this.#host.requestUpdate();
    } catch (problem) {
      if (problem.name !== 'AbortError' && !problem.status && problem.code !== 'unreachable') throw problem;
    }
  }
}

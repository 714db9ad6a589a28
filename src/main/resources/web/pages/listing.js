// A list of the daemon that is read page by page, and kept true while somebody looks at it.

import { api, search } from '../net/api.js';
import { live } from '../net/live.js';

const PAGE = 50;

/**
 * A Lit controller: `new Listing(this, {path, key: (row) => row.run_id, query: () => ({status})})`, then `load()`.
 * A row is there once, whichever way it came. `at` says when it began, where rows come by themselves; `heard` is given each
 * page as the daemon sent it; what isPaged always is a page, and what isWhole comes in one piece.
 */
export class Listing {
  rows = [];
  loaded = false;
  problem = null;
  pending = false;
  next = null;
  #host;
  #path;
  #key;
  #query;
  #at;
  #heard;
  #isPaged;
  #isWhole;
  #reading = null;
  /** What came while a page was being read, which may not know of it. */
  #meanwhile = [];
  /** What could not be read is read when the daemon is there again. */
  #back = () => live.state.name === 'live' && this.problem && this.load();
  /** Without a stream nothing tells of changes. */
  #beat = () => this.pending || this.load();

  constructor(host, { path, key, query = () => ({}), at = () => 0, heard = () => {}, isPaged = false, isWhole = false }) {
    this.#host = host;
    this.#path = path;
    this.#key = key;
    this.#query = query;
    this.#at = at;
    this.#heard = heard;
    this.#isPaged = isPaged;
    this.#isWhole = isWhole;
    host.addController(this);
  }

  hostConnected() {
    live.addEventListener('state', this.#back);
    live.addEventListener('beat', this.#beat);
  }

  hostDisconnected() {
    live.removeEventListener('state', this.#back);
    live.removeEventListener('beat', this.#beat);
    this.#reading?.abort();
  }

  /** From the start, as far as it was read before; what is shown stays until then. */
  load({ anew = false } = {}) {
    if (anew) {
      this.rows = [];
      this.loaded = false;
    }
    const wanted = Math.max(PAGE, this.rows.length);
    return this.#read(async (page) => {
      const rows = [];
      let next;
      do {
        const part = await page(next);
        rows.push(...part.items);
        next = part.next;
      } while (next && rows.length < wanted);
      return { rows, next };
    });
  }

  more() {
    return this.#read(async (page) => {
      const part = await page(this.next);
      return { rows: [...this.rows, ...part.items], next: part.next };
    });
  }

  get(key) {
    return this.rows.find((row) => this.#key(row) === key);
  }

  /** A row as it is now, the newest first; one whose page was not read yet is left to that page. */
  put(row, fits = true) {
    if (this.pending) this.#meanwhile.push({ row, fits });
    const known = this.rows.findIndex((one) => this.#key(one) === this.#key(row));
    if (known >= 0) this.rows = fits ? this.rows.with(known, row) : this.rows.toSpliced(known, 1);
    else if (fits) {
      const below = this.rows.findIndex((one) => this.#at(one) <= this.#at(row));
      if (below >= 0 || !this.next) this.rows = this.rows.toSpliced(below >= 0 ? below : this.rows.length, 0, row);
    }
    this.#host.requestUpdate();
  }

  async #read(steps) {
    this.#reading?.abort();
    const reading = new AbortController();
    const { signal } = reading;
    this.#reading = reading;
    this.pending = true;
    this.#meanwhile = [];
    this.#host.requestUpdate();
    try {
      const path = typeof this.#path === 'function' ? this.#path() : this.#path;
      const { rows, next } = await steps((cursor) => this.#page(path + (this.#isWhole ? '' : search({ ...(this.#isPaged ? {} : { page: true }), limit: PAGE, ...this.#query(), cursor })), signal));
      if (signal.aborted) return;
      this.rows = [...new Map(rows.map((row) => [this.#key(row), row])).values()];
      this.next = next;
      this.loaded = true;
      this.problem = null;
    } catch (problem) {
      if (signal.aborted) return;
      this.problem = problem;
    }
    this.pending = false;
    for (const { row, fits } of this.#meanwhile) if (!this.#isOlder(row)) this.put(row, fits);
    this.#host.requestUpdate();
  }

  async #page(path, signal) {
    const body = await api.get(path, { signal });
    if (this.#isWhole) return { items: body, next: null };
    this.#heard(body);
    return { items: body.items, next: body.pagination.has_more ? body.pagination.next_cursor : null };
  }

  /** Whether the page that was read knows more of it. */
  #isOlder(row) {
    const known = this.get(this.#key(row));
    return known && row.updated_at_ms < known.updated_at_ms;
  }
}

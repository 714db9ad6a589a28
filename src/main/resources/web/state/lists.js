// Both lists of what waits, as one: oldest first over both, in as many pieces as they come.

import { api } from '../net/api.js';

const PAGE = 100;
const LISTS = [
  { kind: 'approval', path: '/v1/approvals', query: { status: 'pending' } },
  { kind: 'question', path: '/v1/questions', query: {} },
];

/**
 * Joins sorted lists that come in pieces: nothing is given before all that is older is there, so that what is
 * given next always belongs behind what was given before.
 */
export class Joined {
  #waiting;
  #ended;
  #before;

  /** @param before(a, b) whether a is older */
  constructor(count, before) {
    this.#waiting = Array.from({ length: count }, () => []);
    this.#ended = Array.from({ length: count }, () => false);
    this.#before = before;
  }

  add(list, items, ended) {
    this.#waiting[list].push(...items);
    this.#ended[list] ||= ended;
  }

  /** What can be given by now. */
  take() {
    const taken = [];
    const places = this.#waiting.map(() => 0);
    while (this.#waiting.every((items, list) => places[list] < items.length || this.#ended[list])) {
      let oldest = -1;
      this.#waiting.forEach((items, list) => {
        if (places[list] === items.length) return;
        if (oldest < 0 || this.#before(items[places[list]], this.#waiting[oldest][places[oldest]])) oldest = list;
      });
      if (oldest < 0) break;
      taken.push(this.#waiting[oldest][places[oldest]++]);
    }
    this.#waiting = this.#waiting.map((items, list) => items.slice(places[list]));
    return taken;
  }
}

/**
 * Reads all that waits.
 *
 * @param found(rows, progress) is given [{kind, row}], in order, and {read, total}
 */
export async function readLists(signal, found) {
  const joined = new Joined(LISTS.length, (a, b) => a.row.request.created_at_ms < b.row.request.created_at_ms);
  const totals = LISTS.map(() => 0);
  let read = 0;
  const readOne = async ({ kind, path, query }, list) => {
    let cursor;
    do {
      const page = await api.page(path, { ...query, limit: PAGE, cursor }, { signal });
      signal.throwIfAborted();
      cursor = page.next;
      read += page.items.length;
      totals[list] = page.total;
      joined.add(list, page.items.map((row) => ({ kind, row })), !cursor);
      found(joined.take(), { read, total: Math.max(read, totals[0] + totals[1]) });
    } while (cursor);
  };
  await Promise.all(LISTS.map(readOne));
}

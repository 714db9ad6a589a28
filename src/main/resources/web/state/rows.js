// The rows of the list, in places that they keep: nothing comes between two of them, and none goes, but when the person
// asks for it or has left the list alone.

const RISKS = { high: 0, normal: 1, low: 2 };

const byAge = (a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1);
const risk = ({ line, request }) => RISKS[(line ?? request).risk?.level] ?? 1;
const deadline = ({ expiresAtMs }) => expiresAtMs ?? Infinity;

/** How the daemon orders a list. */
const ORDERS = {
  oldest: byAge,
  newest: (a, b) => byAge(b, a),
  deadline: (a, b) => (deadline(a) === deadline(b) ? byAge(a, b) : deadline(a) - deadline(b)),
  risk: (a, b) => risk(a) - risk(b) || byAge(a, b),
};

export class Rows {
  keys = [];
  /** How many of them stand first, under a heading of their own: they are about to expire. */
  soon = 0;
  /** What would come between the rows, and waits until it is let in. */
  fresh = new Set();
  /** What is there, and does not belong there any more. */
  misfits = new Set();
  #places = new Map();

  set(keys, soon = 0) {
    this.keys = keys;
    this.soon = soon;
    this.fresh.clear();
    this.misfits.clear();
    this.#index();
  }

  has(key) {
    return this.#places.has(key);
  }

  /** -1 where it is not shown. */
  indexOf(key) {
    return this.#places.get(key) ?? -1;
  }

  append(keys) {
    const added = keys.filter((key) => !this.has(key));
    if (added.length === 0) return;
    added.forEach((key) => this.fresh.delete(key));
    this.keys = [...this.keys, ...added];
    this.#index();
  }

  remove(fits) {
    const soon = this.keys.slice(0, this.soon).filter((key) => !fits(key)).length;
    const kept = this.keys.filter((key) => !fits(key));
    for (const key of [...this.fresh]) if (fits(key)) this.fresh.delete(key);
    if (kept.length === this.keys.length) return;
    this.keys = kept;
    this.soon = soon;
    this.#index();
  }

  /**
   * The same list as it is now: what belongs behind all rows goes there, other new ones wait to be let in.
   *
   * @param keys all that is in it, in its order
   */
  follow(keys) {
    let last = keys.length;
    while (last > 0 && !this.has(keys[last - 1])) last--;
    const between = keys.slice(0, last).filter((key) => !this.has(key));
    between.forEach((key) => this.fresh.add(key));
    this.append(keys.slice(last));
  }

  /** The next one after the key that fits, from the beginning when there is none behind it. */
  nextAfter(key, fits) {
    const start = this.indexOf(key) + 1;
    const turned = [...this.keys.slice(start), ...this.keys.slice(0, start)];
    return turned.find((one) => one !== key && fits(one));
  }

  #index() {
    this.#places = new Map(this.keys.map((key, index) => [key, index]));
  }
}

export const isBehind = (sort, prompt, last) => ORDERS[sort](last, prompt) <= 0;

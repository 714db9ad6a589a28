// Which rows are selected: by their keys, never by their places.

export class Selection {
  keys = new Set();
  #anchor = null;

  has(key) {
    return this.keys.has(key);
  }

  get size() {
    return this.keys.size;
  }

  toggle(key) {
    const keys = new Set(this.keys);
    if (!keys.delete(key)) keys.add(key);
    this.keys = keys;
    this.#anchor = key;
  }

  /** From the row that was touched last up to this one, both with it. */
  extend(key, shown) {
    const from = this.#anchor === null ? -1 : shown.indexOf(this.#anchor);
    const to = shown.indexOf(key);
    if (from < 0) return this.toggle(key);
    this.keys = new Set([...this.keys, ...shown.keys.slice(Math.min(from, to), Math.max(from, to) + 1)]);
  }

  all(keys) {
    this.keys = new Set(keys);
  }

  clear() {
    this.keys = new Set();
    this.#anchor = null;
  }

  /** What is not shown is not selected either. */
  retain(fits) {
    const kept = [...this.keys].filter(fits);
    if (kept.length < this.keys.size) this.keys = new Set(kept);
  }
}

// How much waits, whatever is wanted of it: as it was read, and with what was heard since.

export class Counts {
  /** {all, approvals, questions, expiring}; null until it is known. */
  value = null;
  #asOf = 0n;
  /** By how much the count of all has changed since, {by, id}. */
  #since = [];

  /** The event at which it was read; undefined until it was. */
  get asOf() {
    return this.#asOf ? String(this.#asOf) : undefined;
  }

  /** @param asOf an event's id; what happened before it is counted */
  read(counts, asOf) {
    const at = BigInt(asOf);
    if (at < this.#asOf) return;
    this.#asOf = at;
    this.#since = this.#since.filter(({ id }) => id > at);
    this.value = { ...counts, all: this.#since.reduce((all, { by }) => Math.max(0, all + by), counts.all) };
  }

  add(by, id) {
    if (!id || BigInt(id) <= this.#asOf) return;
    this.#since.push({ by, id: BigInt(id) });
    if (this.value) this.value = { ...this.value, all: Math.max(0, this.value.all + by) };
  }

  forget() {
    this.value = null;
    this.#asOf = 0n;
    this.#since = [];
  }
}

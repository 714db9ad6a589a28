// The prompts that the page knows, by their keys, whether they have a place in the list or not. What was told while an
// answer was on its way is newer than the answer, and stays.

import { api, segment } from '../net/api.js';
import { asRequest, isAhead, keyOf, merged, ofLine, ofRow } from './prompt.js';

const AT_ONCE = 4;

/** Does this for each of them, a few at a time. */
export async function forEachOf(items, work) {
  const left = [...items];
  const next = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

export class PromptCache {
  #byKey = new Map();
  /** How prompts ended that were not here when that was told: an answer on its way may still call them pending. */
  #over = new Map();
  /** At which event people last did something about a prompt: a list that was read before that says less of it. */
  #touched = new Map();
  #asking = 0;
  #generation = 0;
  #changed;

  /** @param changed called when a prompt was read anew */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Another number after all was forgotten: what was asked before that is for another person. */
  get generation() {
    return this.#generation;
  }

  get keys() {
    return [...this.#byKey.keys()];
  }

  has(key) {
    return this.#byKey.has(key);
  }

  get(key) {
    return this.#byKey.get(key);
  }

  /** Whether it has ended before it was ever here. */
  isOver(key) {
    return this.#over.has(key);
  }

  put(kind, request, more) {
    const key = keyOf(kind, request.id);
    const settled = more.settled ?? this.#over.get(key);
    this.#byKey.set(key, merged(this.get(key), kind, request, settled ? { ...more, settled } : more));
    return key;
  }

  /** A line of the list, as it was at an event. */
  putLine(line, asOf) {
    const key = keyOf(line.type, line.id);
    const more = ofLine(line);
    if (this.has(key) && BigInt(this.#touched.get(key) ?? 0) > BigInt(asOf)) more.triage = this.get(key).triage;
    else this.#touched.delete(key);
    this.put(line.type, asRequest(line), more);
    if (isAhead(this.get(key))) this.refresh(this.get(key)).catch(() => {});
    return key;
  }

  /** @param id the event that told it, where one did */
  triage(key, triage, id) {
    this.#byKey.set(key, { ...this.get(key), triage });
    if (id) this.#touched.set(key, id);
  }

  settle(key, settled) {
    const prompt = this.get(key);
    if (prompt) this.#byKey.set(key, { ...prompt, settled: { ...settled, ...prompt.settled } });
    else if (this.#asking > 0) this.#over.set(key, settled);
  }

  /** Settled ones, but for those with these keys. */
  dropSettled(kept) {
    for (const [key, { settled }] of this.#byKey) {
      if (!settled || kept.has(key)) continue;
      if (this.#asking > 0) this.#over.set(key, settled);
      this.#byKey.delete(key);
    }
  }

  forget() {
    this.#generation++;
    for (const all of [this.#byKey, this.#over, this.#touched]) all.clear();
  }

  /** What asks the daemon for prompts does so in here. */
  async asked(asking) {
    this.#asking++;
    try {
      return await asking();
    } finally {
      if (--this.#asking === 0) this.#over.clear();
    }
  }

  /** The whole row of a prompt: what it asks, and what may be done about it now. */
  async refresh({ kind, id }) {
    const generation = this.#generation;
    const key = keyOf(kind, id);
    const touched = this.#touched.get(key);
    return this.asked(async () => {
      const row = await api.get(`/v1/${kind}s/${segment(id)}`);
      if (generation !== this.#generation) return undefined;
      const more = ofRow(row);
      if (this.#touched.get(key) !== touched && this.has(key)) more.triage = this.get(key).triage;
      this.put(kind, row.request, more);
      this.#changed();
      return this.get(key);
    });
  }

  /** Reads what is known of these by their lines alone. */
  async readWhole(prompts) {
    await forEachOf(prompts.filter(({ key }) => !this.get(key)?.row), (prompt) => this.refresh(prompt));
  }
}

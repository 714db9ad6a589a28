// Everything that waits for somebody, across sessions. First the stream, then the lists, and what is settled
// stays settled: so nothing is missed between the two, and nothing comes twice. What has a place in the list
// keeps it: new ones come behind all others, and settled ones stay until they are cleared.

import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { readLists } from './lists.js';
import { keyOf, merged, ofEnd, ofRow } from './prompt.js';

const QUIET_MS = 40;
const AT_ONCE = 4;
/** Up to this number of rows are read one after the other; for more at once the lists are read. */
const ONE_BY_ONE = 25;
const CALM_MS = 2_000;
/** Changes after which a gate waits for something else; the frame does not say for what. */
const ABOUT_STANDING = new Set(['held', 'undone', 'voted', 'objected', 'stage_opened', 'deadline_moved', 'policy_changed']);

/**
 * Tells 'change', 'asked' and 'settled' (with the prompt), 'decided' (with [prompt], when this tab did it), and
 * 'updated' (with {key, change}) when people did something about one without deciding it.
 */
class Inbox extends EventTarget {
  /** Whether the lists have been read to their end at least once. */
  loaded = false;
  problem = null;
  /** {read, total} while the lists are read. */
  progress = null;
  #prompts = new Map();
  /** Keys in their places; #held are those that came by the stream while lists are read, and go behind them. */
  #places = new Set();
  #held = new Set();
  /** How prompts ended that were not here when that was told: an answer on its way may still call them pending. */
  #over = new Map();
  #asking = 0;
  #order = null;
  #toldAt = 0;
  #telling = 0;
  #reading = null;
  #age = 0;
  /** Keys of prompts whose row is not known, or says no more what they wait for. */
  #stale = new Set();
  #freshening = false;
  #calm = 0;

  start() {
    live.addEventListener('frame', ({ detail }) => this.#heard(detail.type, detail.data));
    live.addEventListener('resync', () => this.reload());
    // A reading that was cut off with the stream is taken up with it.
    live.addEventListener('state', () => live.state.name === 'live' && this.problem && this.reload());
  }

  /** Oldest first; what was settled while the page was open stays in its place until it is cleared. */
  get prompts() {
    this.#order ??= Array.from(this.#places, (key) => this.#prompts.get(key));
    return this.#order;
  }

  get pending() {
    return this.prompts.filter((prompt) => !prompt.settled);
  }

  get(kind, id) {
    return this.#prompts.get(keyOf(kind, id));
  }

  /** By its key, whether it has a place in the list or not. */
  at(key) {
    return this.#prompts.get(key);
  }

  /** Takes settled prompts out; those that are kept, by their keys, stay. */
  clear(kept = new Set()) {
    for (const prompt of this.prompts) {
      if (!prompt.settled || kept.has(prompt.key)) continue;
      if (this.#asking > 0) this.#over.set(prompt.key, prompt.settled);
      this.#prompts.delete(prompt.key);
      this.#places.delete(prompt.key);
    }
    this.#changed();
  }

  forget() {
    this.#age++;
    this.#reading?.abort();
    for (const all of [this.#prompts, this.#places, this.#held, this.#over, this.#stale]) all.clear();
    this.loaded = false;
    this.problem = null;
    this.progress = null;
    this.#changed();
  }

  /** All that waits, read anew. Rows come in as their pages do. */
  async reload() {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.problem = null;
    try {
      await this.#asked(() => this.#read(reading.signal));
    } catch (problem) {
      if (!reading.signal.aborted) this.problem = problem;
    }
    if (this.#reading !== reading || reading.signal.aborted) return;
    this.#reading = null;
    this.progress = null;
    this.#seat();
    this.#changed();
  }

  async #read(signal) {
    const before = this.pending;
    const seen = new Set();
    await readLists(signal, (rows, progress) => {
      for (const { kind, row } of rows) {
        const key = keyOf(kind, row.request.id);
        seen.add(key);
        this.#put(kind, row.request, ofRow(row));
        this.#held.delete(key);
        this.#places.add(key);
      }
      this.progress = progress;
      this.#changed();
    });
    this.loaded = true;
    this.#seat();
    // What waited and is not there any more was settled while nobody listened: by whom, it tells itself.
    const left = before.filter((prompt) => !seen.has(prompt.key));
    const next = async () => {
      for (let prompt = left.pop(); prompt && !signal.aborted; prompt = left.pop()) await this.#ended(prompt);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  async #ended({ kind, id, key }) {
    if (this.at(key)?.settled) return;
    await this.refresh({ kind, id }).catch((problem) => {
      if (problem.status !== 404) throw problem;
      const prompt = this.at(key);
      if (prompt) this.#prompts.set(key, { ...prompt, settled: { behavior: 'gone', atMs: Date.now() } });
      this.#changed();
    });
  }

  /** The whole row of a prompt: who asks, and what may be done about it now. */
  async refresh({ kind, id }) {
    const age = this.#age;
    return this.#asked(async () => {
      const row = await api.get(`/v1/${kind}s/${segment(id)}`);
      if (age !== this.#age) return undefined;
      this.#put(kind, row.request, ofRow(row));
      this.#changed();
      return this.get(kind, id);
    });
  }

  /** As refresh, for one that may not be known here at all. It gets no place in the list by this. */
  find(kind, id) {
    return this.refresh({ kind, id });
  }

  /** Says that somebody has decided here, in this tab. */
  decided(prompts) {
    this.dispatchEvent(new CustomEvent('decided', { detail: prompts }));
  }

  #put(kind, request, more) {
    const key = keyOf(kind, request.id);
    const settled = more.settled ?? this.#over.get(key);
    this.#prompts.set(key, merged(this.#prompts.get(key), kind, request, settled ? { ...more, settled } : more));
    this.#order = null;
  }

  #heard(type, data) {
    switch (type) {
      case 'approval_requested':
        return this.#arrived('approval', data.approval, data);
      case 'question_requested':
        return this.#arrived('question', data.question, data);
      case 'approval_resolved':
        return this.#settled(keyOf('approval', data.approval_id), ofEnd(data));
      case 'question_resolved':
        return this.#settled(keyOf('question', data.question_id), ofEnd(data));
      case 'gate_updated':
        return this.#updated(keyOf(data.kind, data.request_id), data);
      default:
    }
  }

  #arrived(kind, request, { run_id: runId, session_id: sessionId, agent_id: agentId }) {
    const key = keyOf(kind, request.id);
    const isNew = !this.#prompts.has(key) && !this.#over.has(key);
    this.#put(kind, request, { sessionId, runId, agentId, ...(this.at(key)?.row ? {} : { isUnread: true }) });
    if (!this.#places.has(key)) (this.#reading ? this.#held : this.#places).add(key);
    this.#changed();
    // For whom it waits is told by its row alone.
    if (this.at(key).isUnread) this.#freshen(key);
    if (isNew) this.dispatchEvent(new CustomEvent('asked', { detail: this.at(key) }));
  }

  #updated(key, { change, triage }) {
    const prompt = this.at(key);
    if (!prompt) return;
    if (triage) this.#prompts.set(key, { ...prompt, triage });
    const waitsForLook = change === 'seen' && prompt.row?.request.standing?.next?.unseen;
    if ((ABOUT_STANDING.has(change) || waitsForLook) && !prompt.settled) this.#freshen(key);
    this.#changed();
    this.dispatchEvent(new CustomEvent('updated', { detail: { key, change } }));
  }

  /** What this tab did about a prompt, as the daemon answered. */
  triaged({ key }, triage) {
    const prompt = this.at(key);
    if (!prompt) return;
    this.#prompts.set(key, { ...prompt, triage });
    this.#changed();
  }

  /** Reads what a prompt waits for now. In a flood that is left to one reading of the lists, when it is over. */
  async #freshen(key) {
    this.#stale.add(key);
    if (this.#stale.size > ONE_BY_ONE) {
      this.#stale.forEach((one) => this.#heardOf(one));
      this.#stale.clear();
      clearTimeout(this.#calm);
      this.#calm = setTimeout(() => this.#reading ?? this.reload(), CALM_MS);
      return;
    }
    if (this.#freshening) return;
    this.#freshening = true;
    for (let [next] = this.#stale; next; [next] = this.#stale) {
      this.#stale.delete(next);
      const prompt = this.at(next);
      if (prompt && !prompt.settled) await this.refresh(prompt).catch(() => {});
      this.#heardOf(next);
    }
    this.#freshening = false;
  }

  /** Nothing more will be known of it for now: who waits for its row has waited enough. */
  #heardOf(key) {
    const prompt = this.at(key);
    if (!prompt?.isUnread) return;
    this.#prompts.set(key, { ...prompt, isUnread: false });
    this.#changed();
  }

  #settled(key, settled) {
    const prompt = this.at(key);
    if (!prompt) {
      if (this.#asking > 0) this.#over.set(key, settled);
      return;
    }
    this.#prompts.set(key, { ...prompt, settled: { ...settled, ...prompt.settled } });
    this.#changed();
    this.dispatchEvent(new CustomEvent('settled', { detail: this.at(key) }));
  }

  #seat() {
    for (const key of this.#held) this.#places.add(key);
    this.#held.clear();
    this.#order = null;
  }

  async #asked(asking) {
    this.#asking++;
    try {
      return await asking();
    } finally {
      if (--this.#asking === 0) this.#over.clear();
    }
  }

  /** The first change is told at once, those that follow on its heels together. */
  #changed() {
    this.#order = null;
    if (this.#telling) return;
    const wait = this.#toldAt + QUIET_MS - performance.now();
    this.#telling = setTimeout(() => {
      this.#telling = 0;
      this.#toldAt = performance.now();
      this.dispatchEvent(new Event('change'));
    }, Math.max(0, wait));
  }
}

export const inbox = new Inbox();

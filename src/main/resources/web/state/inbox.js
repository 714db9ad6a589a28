// What waits for somebody, across sessions: the part of it that is wanted, as far as it was read. Lists make it right;
// the stream, or polling, says when to look again.

import { search } from '../net/api.js';
import { live } from '../net/live.js';
import { me } from './me.js';
import { keyOf, ofEnd } from './prompt.js';
import { PromptCache, forEachOf } from './prompt-cache.js';
import { ListReading } from './list-reading.js';
import { Lookup } from './lookup.js';
import { MOST, PAGE, isSoon, nextOf, readPage, readPages } from './pages.js';
import { Counts } from './counts.js';
import { Rows, isBehind } from './rows.js';

const QUIET_MS = 40;
const AGAIN_MS = 1_000;
/** Changes of what a gate waits for, or of who is to look at it. */
const TELLING = new Set(['held', 'undone', 'voted', 'objected', 'stage_opened', 'deadline_moved', 'policy_changed', 'woken', 'snoozed', 'assigned']);

/**
 * Tells 'change', 'asked' and 'settled' (with the prompt), 'decided' (with [prompt], when this tab did it), and
 * 'updated' (with {key, change}) when people did something about one without deciding it.
 */
class Inbox extends EventTarget {
  /** Whether the list has been read at least once. */
  loaded = false;
  rows = new Rows();
  /** Whether the daemon did not look at all that there is. */
  truncated = false;
  #query = {};
  #counts = new Counts();
  #cache = new PromptCache(() => this.#changed());
  #reading = new ListReading(() => this.#changed());
  #lookup = new Lookup({
    query: () => this.#query,
    asked: (asking) => this.#cache.asked(asking),
    take: (page) => this.#takeLines(page),
    found: (keys) => this.#seatAll(keys),
    missed: (keys) => this.#outOfPlace(keys),
    failed: () => this.#soon(),
  });
  #next = null;
  #toldAt = 0;
  #telling = 0;
  #again = 0;
  #who = null;

  start() {
    live.addEventListener('frame', ({ detail }) => this.#heard(detail.type, detail.data, detail.id));
    live.addEventListener('resync', ({ detail }) => detail.missed && this.reload());
    live.addEventListener('polled', ({ detail }) => detail.list === this.#list() && this.#polled(detail.body));
    let wasAway = false;
    live.addEventListener('state', () => {
      if (live.state.name === 'live') me.trusted();
      // What comes back may be another version.
      if (wasAway && live.state.name === 'live') me.check();
      wasAway = live.state.name === 'waiting' || (wasAway && live.state.name !== 'live');
      if (live.state.name === 'live' || live.state.name === 'polling') this.problem && this.reload();
    });
    live.addEventListener('refused', async () => (await me.check()) && live.leaveWorker());
  }

  get waiting() {
    return this.#counts.value?.all ?? 0;
  }

  /** Those that are shown, in their places. */
  get prompts() {
    return this.rows.keys.map((key) => this.at(key)).filter(Boolean);
  }

  get pending() {
    return this.prompts.filter((prompt) => !prompt.settled);
  }

  get hasMore() {
    return this.#next !== null;
  }

  get isReading() {
    return this.#reading.isUnderWay;
  }

  get problem() {
    return this.#reading.problem;
  }

  get(kind, id) {
    return this.at(keyOf(kind, id));
  }

  /** By its key, whether it has a place in the list or not. */
  at(key) {
    return this.#cache.get(key);
  }

  /** Reads a list before it is known who looks: both go out together. */
  ahead(query) {
    this.#reading.ahead(query);
  }

  /** The list first, then what happens after it. */
  async begin(who, query) {
    if (who === this.#who) return;
    this.#who = who;
    await this.choose(query);
    if (who === this.#who) live.start(who, this.#counts.asOf);
  }

  /** Another part, or another order. */
  choose(query) {
    if (search(query) === search(this.#query) && (this.loaded || this.isReading)) return this.#reading.done;
    this.#query = query;
    live.follow(this.#list());
    return this.reload(true, null, PAGE);
  }

  #list() {
    return search({ ...this.#query, limit: PAGE }).slice(1);
  }

  /** Takes settled prompts out; those that are kept, by their keys, stay. */
  clear(kept = new Set()) {
    this.rows.remove((key) => this.at(key)?.settled && !kept.has(key));
    this.#cache.dropSettled(kept);
    this.#changed();
  }

  /** Takes one out that is not wanted to be seen. */
  drop(key) {
    this.rows.remove((one) => one === key);
    this.#changed();
  }

  forget() {
    for (const part of [this.#reading, this.#lookup, this.#cache, this.#counts]) part.forget();
    clearTimeout(this.#again);
    this.#again = 0;
    this.rows.set([]);
    this.loaded = false;
    this.#next = null;
    this.#who = null;
    this.#changed();
  }

  /** What has no hand in it may be put in order: what is new comes in, what does not belong there goes. */
  tidy(kept) {
    const nowMs = Date.now();
    const isDue = this.#query.sort !== 'newest' && this.rows.keys.some((key, index) => index >= this.rows.soon && isSoon(this.at(key), nowMs));
    const isSettled = this.rows.keys.some((key) => key !== kept && this.at(key)?.settled);
    if (isDue || isSettled || this.rows.fresh.size > 0 || this.rows.misfits.size > 0) this.reload(true, kept);
  }

  /** Anew from the start, as far as it was read. Unless it is put in order, rows keep their places. */
  reload(isAnew = false, kept = null, count = this.rows.keys.length) {
    return this.#read(isAnew, kept, async (signal) => readPages(this.#query, count, signal, await this.#reading.takeAhead(this.#query)));
  }

  /** The rows behind those that are here. */
  more() {
    if (!this.#next || this.isReading) return undefined;
    const limit = Math.min(MOST, Math.max(PAGE, this.rows.keys.length));
    return this.#read(false, null, async (signal) => {
      const page = await readPage({ ...this.#query, limit, cursor: this.#next }, signal);
      return { soon: [], more: page.items, asOf: page.as_of, next: nextOf(page) };
    });
  }

  #polled(body) {
    if (this.isReading || this.rows.keys.length > PAGE) return this.reload();
    return this.#read(false, null, (signal) => readPages(this.#query, PAGE, signal, body));
  }

  #read(isAnew, kept, ask) {
    clearTimeout(this.#again);
    this.#again = 0;
    return this.#reading.read(isAnew, (signal) => this.#cache.asked(() => ask(signal)), (read, anew) => this.#take(read, anew || !this.loaded, kept));
  }

  #take({ soon, items = [], more = [], counts, asOf, truncated, next }, isAnew, kept) {
    const known = new Set(this.#cache.keys);
    const before = this.rows.keys;
    const put = (line) => this.#cache.putLine(line, asOf);
    const first = soon.map(put);
    const behind = items.map(put);
    if (counts) this.#counts.read(counts, asOf);
    if (truncated !== undefined) this.truncated = truncated;
    this.#next = next;
    if (more.length > 0) return this.rows.append(more.map(put));
    const keys = [...new Set([...first, ...behind])];
    if (isAnew || before.length === 0) {
      const at = before.indexOf(kept);
      if (kept && at >= 0 && !keys.includes(kept)) keys.splice(Math.min(at, keys.length), 0, kept);
      const isKeptFirst = kept && !first.includes(kept) && keys.indexOf(kept) < first.length && keys.indexOf(kept) >= 0;
      this.rows.set(keys, first.length + (isKeptFirst ? 1 : 0));
    } else this.rows.follow(keys);
    this.loaded = true;
    const there = new Set(keys);
    for (const key of keys) if (!known.has(key) && !isAnew) this.#tell('asked', this.at(key));
    if (!isAnew) this.#missed(before.filter((key) => !there.has(key) && !this.rows.misfits.has(key)));
  }

  /** What waited and is not in the list any more was settled while nobody listened, or is for others: it tells itself. */
  async #missed(keys) {
    const { generation } = this.#cache;
    await forEachOf(keys.filter((key) => !this.at(key)?.settled), async (key) => {
      if (generation === this.#cache.generation) await this.#ended(key).catch(() => {});
    });
  }

  async #ended(key) {
    const { kind, id } = this.at(key);
    try {
      const now = await this.refresh({ kind, id });
      if (now && !now.settled) this.rows.misfits.add(key);
    } catch (problem) {
      if (problem.status !== 404) throw problem;
      if (this.at(key)) this.#cache.settle(key, { outcome: 'gone', atMs: Date.now() });
      this.#changed();
    }
  }

  /** The whole row of a prompt: what it asks, and what may be done about it now. It gets no place in the list by this. */
  refresh(prompt) {
    return this.#cache.refresh(prompt);
  }

  /** As refresh, for one that may not be known here at all. */
  find(kind, id) {
    return this.refresh({ kind, id });
  }

  /** Reads what is known of these by their lines alone. */
  readWhole(prompts) {
    return this.#cache.readWhole(prompts);
  }

  /** Says that somebody has decided here, in this tab. */
  decided(prompts) {
    this.#tell('decided', prompts);
  }

  /** What this tab did about a prompt, as the daemon answered. */
  triaged({ key }, triage) {
    if (!this.at(key)) return;
    this.#cache.triage(key, triage);
    this.#changed();
  }

  #heard(type, data, id) {
    switch (type) {
      case 'approval_requested':
        return this.#arrived('approval', data.approval, data, id);
      case 'question_requested':
        return this.#arrived('question', data.question, data, id);
      case 'approval_resolved':
        return this.#settled(keyOf('approval', data.approval_id), ofEnd(data), id);
      case 'question_resolved':
        return this.#settled(keyOf('question', data.question_id), ofEnd(data), id);
      case 'gate_updated':
        return this.#updated(keyOf(data.kind, data.request_id), data, id);
      default:
    }
  }

  #arrived(kind, request, { run_id: runId, session_id: sessionId, agent_id: agentId }, id) {
    const key = keyOf(kind, request.id);
    if (this.#cache.isOver(key)) return;
    const isNew = !this.#cache.has(key);
    if (isNew) this.#counts.add(1, id);
    this.#cache.put(kind, request, { sessionId, runId, agentId });
    this.#changed();
    this.#look(key);
    if (isNew) this.#tell('asked', this.at(key));
  }

  #updated(key, { change, triage }, id) {
    const prompt = this.at(key);
    if (prompt) {
      if (triage) this.#cache.triage(key, triage, id);
      if (TELLING.has(change) || change === 'seen') this.#look(key);
      if (TELLING.has(change) && prompt.row) this.refresh(prompt).catch(() => {});
      this.#changed();
      this.#tell('updated', { key, change });
    } else if (TELLING.has(change)) this.#soon();
  }

  /** Of one that is not known only the list can tell; a flood of them is one reading a second. */
  #soon() {
    this.#again ||= setTimeout(() => {
      this.#again = 0;
      this.reload();
    }, AGAIN_MS);
  }

  /** Asks the list about a prompt: whether it is in it, and what it says. */
  #look(key) {
    this.#lookup.add(key, this.at(key).createdAtMs);
  }

  #takeLines({ counts, items, as_of: asOf }) {
    if (counts) this.#counts.read(counts, asOf);
    return items.map((line) => this.#cache.putLine(line, asOf));
  }

  #outOfPlace(keys) {
    for (const key of keys) if (this.rows.has(key) && !this.at(key)?.settled) this.rows.misfits.add(key);
  }

  #seatAll(keys) {
    for (const { key } of keys.map((one) => this.at(one)).filter(Boolean).sort((a, b) => (isBehind(this.#sort, b, a) ? -1 : 1))) this.#seat(key);
    this.#changed();
  }

  get #sort() {
    return this.#query.sort ?? 'oldest';
  }

  /** Behind the last row where it belongs there; before that, it waits to be let in. */
  #seat(key) {
    this.rows.misfits.delete(key);
    const prompt = this.at(key);
    if (!this.loaded || this.rows.has(key) || !prompt || prompt.settled) return;
    const last = this.at(this.rows.keys.at(-1));
    const isFirst = this.#sort !== 'newest' && isSoon(prompt, Date.now());
    const isLast = !last || (!isFirst && isBehind(this.#sort, prompt, last));
    if (!isLast) this.rows.fresh.add(key);
    else if (!this.#next) this.rows.append([key]);
  }

  #settled(key, settled, id) {
    const prompt = this.at(key);
    if (!prompt?.settled && !this.#cache.isOver(key)) this.#counts.add(-1, id);
    this.#cache.settle(key, settled);
    if (!prompt) return;
    this.rows.fresh.delete(key);
    this.#changed();
    this.#tell('settled', this.at(key));
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** The first change is told at once, those that follow on its heels together. */
  #changed() {
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

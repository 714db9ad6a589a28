// What waits for somebody, across sessions: the part of it that is wanted, as far as it was read. Lists make it right;
// the stream, or polling, says when to look again.

import { api, search, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { me } from './me.js';
import { asRequest, isAhead, keyOf, merged, ofEnd, ofLine, ofRow } from './prompt.js';
import { MOST, PAGE, isSoon, nextOf, readBetween, readPage, readPages } from './pages.js';
import { Counts } from './counts.js';
import { Rows, isBehind } from './rows.js';

const QUIET_MS = 40;
const GATHERED_MS = 25;
const AGAIN_MS = 1_000;
const AT_ONCE = 4;
/** A gate's time is told by two clocks of the daemon. */
const SLACK_MS = 2_000;
/** Changes of what a gate waits for, or of who is to look at it. */
const TELLING = new Set(['held', 'undone', 'voted', 'objected', 'stage_opened', 'deadline_moved', 'policy_changed', 'woken', 'snoozed', 'assigned']);

/**
 * Tells 'change', 'asked' and 'settled' (with the prompt), 'decided' (with [prompt], when this tab did it), and
 * 'updated' (with {key, change}) when people did something about one without deciding it.
 */
class Inbox extends EventTarget {
  /** Whether the list has been read at least once. */
  loaded = false;
  problem = null;
  rows = new Rows();
  /** Whether the daemon did not look at all that there is. */
  truncated = false;
  #query = {};
  #counts = new Counts();
  #prompts = new Map();
  /** How prompts ended that were not here when that was told: an answer on its way may still call them pending. */
  #over = new Map();
  /** At which event people last did something about a prompt: a list that was read before that says less of it. */
  #touched = new Map();
  #asking = 0;
  #next = null;
  #reading = null;
  #isAnew = false;
  #age = 0;
  #toldAt = 0;
  #telling = 0;
  /** What is to be looked at anew, with when it was raised. */
  #wanted = new Map();
  #looking = false;
  #again = 0;
  #ahead = null;
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
    return this.#reading !== null;
  }

  get(kind, id) {
    return this.#prompts.get(keyOf(kind, id));
  }

  /** By its key, whether it has a place in the list or not. */
  at(key) {
    return this.#prompts.get(key);
  }

  /** Reads a list before it is known who looks: both go out together. */
  ahead(query) {
    const ahead = { query: search(query), page: api.get('/v1/inbox' + search({ ...query, limit: PAGE })) };
    this.#ahead = ahead;
    // What was refused before somebody signed in is asked for again.
    ahead.page.catch(() => this.#ahead === ahead && (this.#ahead = null));
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
    if (search(query) === search(this.#query) && (this.loaded || this.#reading)) return this.#reading?.done;
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
    for (const [key, { settled }] of this.#prompts) {
      if (!settled || kept.has(key)) continue;
      if (this.#asking > 0) this.#over.set(key, settled);
      this.#prompts.delete(key);
    }
    this.#changed();
  }

  /** Takes one out that is not wanted to be seen. */
  drop(key) {
    this.rows.remove((one) => one === key);
    this.#changed();
  }

  forget() {
    this.#age++;
    this.#reading?.controller.abort();
    this.#reading = null;
    for (const all of [this.#prompts, this.#over, this.#touched, this.#wanted]) all.clear();
    clearTimeout(this.#again);
    this.#again = 0;
    this.rows.set([]);
    this.loaded = false;
    this.problem = null;
    this.#counts.forget();
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
    return this.#read(isAnew, kept, async (signal) => readPages(this.#query, count, signal, await this.#first()));
  }

  /** The rows behind those that are here. */
  more() {
    if (!this.#next || this.#reading) return undefined;
    const limit = Math.min(MOST, Math.max(PAGE, this.rows.keys.length));
    return this.#read(false, null, async (signal) => {
      const page = await readPage({ ...this.#query, limit, cursor: this.#next }, signal);
      return { soon: [], more: page.items, asOf: page.as_of, next: nextOf(page) };
    });
  }

  #polled(body) {
    if (this.#reading || this.rows.keys.length > PAGE) return this.reload();
    return this.#read(false, null, (signal) => readPages(this.#query, PAGE, signal, body));
  }

  async #read(isAnew, kept, ask) {
    // What was wanted in order stays wanted so.
    const anew = isAnew || this.#isAnew;
    this.#isAnew = anew;
    this.#reading?.controller.abort();
    const controller = new AbortController();
    let done;
    const reading = { controller, done: new Promise((resolve) => (done = resolve)) };
    this.#reading = reading;
    this.problem = null;
    clearTimeout(this.#again);
    this.#again = 0;
    this.#changed();
    try {
      const read = await this.#asked(() => ask(controller.signal));
      if (this.#reading === reading) this.#take(read, anew || !this.loaded, kept);
    } catch (problem) {
      if (this.#reading === reading) this.problem = problem;
    }
    if (this.#reading === reading) {
      this.#reading = null;
      this.#isAnew = false;
      this.#changed();
    }
    done();
  }

  /** What was asked for ahead counts once. */
  async #first() {
    const ahead = this.#ahead;
    this.#ahead = null;
    return ahead?.query === search(this.#query) ? ahead.page : undefined;
  }

  #take({ soon, items = [], more = [], counts, asOf, truncated, next }, isAnew, kept) {
    const known = new Set(this.#prompts.keys());
    const before = this.rows.keys;
    const put = (line) => this.#line(line, asOf);
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
    const left = keys.filter((key) => !this.at(key)?.settled);
    const age = this.#age;
    const next = async () => {
      for (let key = left.pop(); key && age === this.#age; key = left.pop()) await this.#ended(key).catch(() => {});
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  async #ended(key) {
    const { kind, id } = this.at(key);
    try {
      const now = await this.refresh({ kind, id });
      if (now && !now.settled) this.rows.misfits.add(key);
    } catch (problem) {
      if (problem.status !== 404) throw problem;
      const prompt = this.at(key);
      if (prompt) this.#prompts.set(key, { ...prompt, settled: { outcome: 'gone', atMs: Date.now() } });
      this.#changed();
    }
  }

  /** The whole row of a prompt: what it asks, and what may be done about it now. It gets no place in the list by this. */
  async refresh({ kind, id }) {
    const age = this.#age;
    const key = keyOf(kind, id);
    const touched = this.#touched.get(key);
    return this.#asked(async () => {
      const row = await api.get(`/v1/${kind}s/${segment(id)}`);
      if (age !== this.#age) return undefined;
      const more = ofRow(row);
      // What was told meanwhile is not taken back.
      if (this.#touched.get(key) !== touched && this.at(key)) more.triage = this.at(key).triage;
      this.#put(kind, row.request, more);
      this.#changed();
      return this.get(kind, id);
    });
  }

  /** As refresh, for one that may not be known here at all. */
  find(kind, id) {
    return this.refresh({ kind, id });
  }

  /** Reads what is known of these by their lines alone. */
  async readWhole(prompts) {
    const left = prompts.filter(({ key }) => !this.at(key)?.row);
    const next = async () => {
      for (let prompt = left.pop(); prompt; prompt = left.pop()) await this.refresh(prompt);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  /** Says that somebody has decided here, in this tab. */
  decided(prompts) {
    this.#tell('decided', prompts);
  }

  /** What this tab did about a prompt, as the daemon answered. */
  triaged({ key }, triage) {
    const prompt = this.at(key);
    if (!prompt) return;
    this.#prompts.set(key, { ...prompt, triage });
    this.#changed();
  }

  #line(line, asOf) {
    const key = keyOf(line.type, line.id);
    const more = ofLine(line);
    if (this.at(key) && BigInt(this.#touched.get(key) ?? 0) > BigInt(asOf)) more.triage = this.at(key).triage;
    else this.#touched.delete(key);
    this.#put(line.type, asRequest(line), more);
    if (isAhead(this.at(key))) this.refresh(this.at(key)).catch(() => {});
    return key;
  }

  #put(kind, request, more) {
    const key = keyOf(kind, request.id);
    const settled = more.settled ?? this.#over.get(key);
    this.#prompts.set(key, merged(this.#prompts.get(key), kind, request, settled ? { ...more, settled } : more));
    return key;
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
    if (this.#over.has(key)) return;
    const isNew = !this.#prompts.has(key);
    if (isNew) this.#counts.add(1, id);
    this.#put(kind, request, { sessionId, runId, agentId });
    this.#changed();
    this.#look(key);
    if (isNew) this.#tell('asked', this.at(key));
  }

  #updated(key, { change, triage }, id) {
    const prompt = this.at(key);
    if (prompt) {
      if (triage) {
        this.#prompts.set(key, { ...prompt, triage });
        if (id) this.#touched.set(key, id);
      }
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
  async #look(key) {
    this.#wanted.set(key, this.at(key).createdAtMs);
    if (this.#looking) return;
    this.#looking = true;
    const age = this.#age;
    await new Promise((gathered) => setTimeout(gathered, GATHERED_MS));
    while (this.#wanted.size > 0 && age === this.#age) {
      const wanted = new Map(this.#wanted);
      this.#wanted.clear();
      try {
        await this.#asked(() => this.#seek(wanted));
      } catch {
        this.#soon(); // the lists tell
      }
    }
    this.#looking = false;
  }

  async #seek(wanted) {
    const times = [...wanted.values()];
    const age = this.#age;
    const asked = this.#query;
    const found = new Set();
    for await (const page of readBetween(asked, Math.min(...times) - SLACK_MS, Math.max(...times) + SLACK_MS)) {
      // What was asked for another person, or of another list, says nothing of this one.
      if (age !== this.#age || asked !== this.#query) return;
      if (page.counts) this.#counts.read(page.counts, page.as_of);
      page.items.forEach((line) => found.add(this.#line(line, page.as_of)));
    }
    const seated = [...wanted.keys()].filter((key) => found.has(key));
    for (const key of wanted.keys()) if (!found.has(key) && this.rows.has(key) && !this.at(key)?.settled) this.rows.misfits.add(key);
    for (const key of seated.map((one) => this.at(one)).sort((a, b) => (isBehind(this.#sort, b, a) ? -1 : 1)).map((one) => one.key)) this.#seat(key);
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
    if (!prompt?.settled && !this.#over.has(key)) this.#counts.add(-1, id);
    if (!prompt) {
      if (this.#asking > 0) this.#over.set(key, settled);
      return;
    }
    this.rows.fresh.delete(key);
    this.#prompts.set(key, { ...prompt, settled: { ...settled, ...prompt.settled } });
    this.#changed();
    this.#tell('settled', this.at(key));
  }

  async #asked(asking) {
    this.#asking++;
    try {
      return await asking();
    } finally {
      if (--this.#asking === 0) this.#over.clear();
    }
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

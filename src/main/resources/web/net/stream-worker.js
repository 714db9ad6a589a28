// One stream of events for all tabs: over plain HTTP a browser opens six connections to a daemon, and a
// stream a tab would leave none for the seventh. Also used by a tab alone, where there is no SharedWorker.

import { Polling, about } from './polling.js';

const TYPES = [
  'approval_requested', 'approval_resolved', 'question_requested', 'question_resolved', 'gate_updated', 'stream_gap',
  'run_updated', 'run_event', 'output', 'session_state_changed', 'text_delta', 'heartbeat',
];
/** What every tab wants; the rest goes to those who look at that run or session. */
const FOR_ALL = new Set(TYPES.slice(0, 6));
/** The daemon sends a heartbeat at once: what does not pass it on buffers. */
const FIRST_MS = 8_000;
const SILENCE_MS = 35_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const RUNS_KNOWN = 1_000;
export const FIRST_PAGE = 'limit=50';

/** Whether the event a is later than b; nothing is earlier than all. */
function isLater(a, b) {
  if (!a || !b) return Boolean(a);
  return BigInt(a) > BigInt(b);
}

/**
 * Holds the stream while anybody listens, and opens it again whatever ends it, from where it was. While it is not
 * there, the lists that listeners look at are polled for them. A listener is told once that the stream is there, and
 * again when it could not go on from where it was (missed): then what was read before is of before.
 */
export class Source {
  /** Each with whether it knows that the stream is there. */
  #listeners = new Map();
  #who = '';
  #stream = null;
  #cursor = '';
  #state = { name: 'connecting' };
  #attempt = 0;
  #timer = 0;
  #watchdog = 0;
  #grace = 0;
  #sessions = new Map();
  #polling;

  /** @param isShared whether it serves tabs that are not seen too */
  constructor(isShared) {
    const all = () => [...this.#listeners.keys()];
    this.#polling = new Polling({
      wanted: () => new Set(all().map(({ list }) => list || FIRST_PAGE)),
      hidden: () => all().every(({ hidden }) => hidden),
      rests: () => !isShared && all().every(({ hidden }) => hidden),
      changed: (list, body) => all().forEach((listener) => (listener.list || FIRST_PAGE) === list && listener.polled(list, body)),
      beat: () => this.#polled(),
      failed: (status, untilMs) => this.#notPolled(status, untilMs),
    });
  }

  /**
   * @param listener {frame(type, data, id), state(state), resync(missed), polled(list, body), beat(), refused()},
   *     {wants(type, data)} for what is not for all, and {list, hidden}
   * @param cursor of what the listener has read
   */
  add(listener, cursor = '') {
    if (this.#listeners.has(listener)) return;
    this.#listeners.set(listener, false);
    listener.state(this.#state);
    if (!this.#stream && !this.#timer) {
      this.#cursor = cursor;
      this.#open();
    } else if (this.#state.name === 'live') this.#resync(listener, !cursor || isLater(this.#cursor, cursor));
    else if (isLater(this.#cursor, cursor)) listener.resync(true);
  }

  remove(listener) {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    this.#end();
  }

  #end() {
    this.#close();
    clearTimeout(this.#grace);
    this.#grace = 0;
    this.#polling.stop();
    this.#cursor = '';
    this.#attempt = 0;
    this.#state = { name: 'connecting' };
  }

  get who() {
    return this.#who;
  }

  /** Whose stream it is. Somebody else's shows other things: it begins anew. */
  is(who) {
    const other = this.#who !== '' && this.#who !== who;
    this.#who = who;
    if (!other) return;
    this.#end();
    for (const listener of this.#listeners.keys()) this.#listeners.set(listener, false);
    if (this.#listeners.size > 0) this.#open();
  }

  /** Now rather than when its time has come: somebody looks at the page, or has signed in. */
  hurry(byPerson) {
    this.#polling.hurry(byPerson);
    if (!this.#timer) return;
    this.#attempt = 0;
    this.#open();
  }

  #open() {
    this.#close();
    const lost = this.#cursor === '';
    if (this.#attempt === 0 && !this.#polling.isOn) this.#tell({ name: 'connecting' });
    const stream = new EventSource('/v1/events/stream' + (lost ? '' : '?cursor=' + encodeURIComponent(this.#cursor)));
    this.#stream = stream;
    this.#grace ||= setTimeout(() => this.#polling.start(), FIRST_MS);
    this.#watch(FIRST_MS);
    const heard = (type, event) => {
      if (stream !== this.#stream) return;
      if (this.#state.name !== 'live') this.#begin(lost);
      this.#heard(type, event);
    };
    stream.onerror = () => stream === this.#stream && this.#failed(stream.readyState === EventSource.CLOSED);
    for (const type of TYPES) stream.addEventListener(type, (event) => heard(type, event));
  }

  /** The first frame is there. */
  #begin(lost) {
    clearTimeout(this.#grace);
    this.#grace = 0;
    this.#attempt = 0;
    this.#polling.stop();
    this.#tell({ name: 'live' });
    for (const [listener, told] of [...this.#listeners]) if (lost || !told) this.#resync(listener, lost);
  }

  #heard(type, event) {
    this.#watch(SILENCE_MS);
    if (event.lastEventId) this.#cursor = event.lastEventId;
    if (type === 'heartbeat') return;
    const data = this.#placed(type, JSON.parse(event.data));
    for (const listener of [...this.#listeners.keys()]) {
      if (type === 'stream_gap') this.#resync(listener, true);
      if (FOR_ALL.has(type) || listener.wants(type, data)) listener.frame(type, data, event.lastEventId);
    }
  }

  /** Words name their run alone; whoever looks at its session wants them too. */
  #placed(type, data) {
    if (type === 'text_delta') return { session_id: this.#sessions.get(data.run_id), ...data };
    const { run } = data;
    if (run && !this.#sessions.has(run.run_id)) {
      this.#sessions.set(run.run_id, run.session_id);
      if (this.#sessions.size > RUNS_KNOWN) this.#sessions.delete(this.#sessions.keys().next().value);
    }
    return data;
  }

  /** A browser would come back by itself, but says neither when nor that it waits. */
  #failed(refused) {
    this.#close();
    const ms = about(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#attempt++));
    this.#timer = setTimeout(() => this.#open(), ms);
    this.#grace ||= setTimeout(() => this.#polling.start(), FIRST_MS);
    if (this.#state.name === 'live') this.#tell({ name: 'connecting' });
    // One cut is a blip; a second one in a row, or a no, is not.
    if (refused || this.#attempt > 1) this.#polling.start();
  }

  #polled() {
    const wasAway = this.#state.name === 'waiting';
    if (this.#state.name !== 'polling') this.#tell({ name: 'polling' });
    for (const listener of [...this.#listeners.keys()]) listener.beat();
    if (wasAway) this.hurry();
  }

  #notPolled(status, untilMs) {
    if (status === 401) for (const listener of [...this.#listeners.keys()]) listener.refused();
    else this.#tell({ name: 'waiting', untilMs });
  }

  #watch(ms) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#failed(false), ms);
  }

  #close() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#timer = 0;
    this.#stream?.close();
    this.#stream = null;
  }

  #tell(state) {
    this.#state = state;
    for (const listener of [...this.#listeners.keys()]) listener.state(state);
  }

  #resync(listener, missed) {
    this.#listeners.set(listener, true);
    listener.resync(missed);
  }
}

/** What a tab looks at: {sessionId} or {runId}, any number of them. */
export function looksAt(watched, data) {
  const runId = data.run_id ?? data.run?.run_id ?? data.entry?.run_id ?? data.output?.run_id;
  const sessionId = data.session_id ?? data.run?.session_id ?? data.entry?.session_id ?? data.output?.session_id;
  return watched.some((one) => one.all || (one.runId && one.runId === runId) || (one.sessionId && one.sessionId === sessionId));
}

/** How a tab talks to its source. Whoever says anything but goodbye is there, even if it was given up before. */
export function obeying(source, listener) {
  return ({ bye, who, cursor, hurry, list, hidden }) => {
    if (bye) return source.remove(listener);
    if (list !== undefined) listener.list = list;
    if (hidden !== undefined) listener.hidden = hidden;
    if (who) source.is(who);
    source.add(listener, cursor);
    if (hurry) source.hurry(hurry === 'person');
  };
}

if (typeof SharedWorkerGlobalScope !== 'undefined' && self instanceof SharedWorkerGlobalScope) {
  const source = new Source(true);
  self.onconnect = ({ ports: [port] }) => {
    let watched = [];
    let alive = 0;
    let looking = 0;
    const listener = {
      frame: (type, data, id) => port.postMessage({ frame: type, data, id, who: source.who }),
      state: (state) => port.postMessage({ state }),
      resync: (missed) => port.postMessage({ resync: { missed } }),
      polled: (list, body) => port.postMessage({ polled: { list, body }, who: source.who }),
      beat: () => port.postMessage({ beat: true }),
      refused: () => port.postMessage({ refused: true }),
      wants: (_, data) => looksAt(watched, data),
    };
    const obey = obeying(source, listener);
    port.onmessage = ({ data }) => {
      alive = Date.now();
      if (data.watched) watched = data.watched;
      obey(data);
      clearInterval(looking);
      // A tab that was killed says no goodbye.
      if (!data.bye) looking = setInterval(() => Date.now() - alive > 180_000 && giveUp(), 60_000);
    };
    const giveUp = () => {
      clearInterval(looking);
      source.remove(listener);
    };
  };
}

// One stream of events for all tabs: over plain HTTP a browser opens six connections to a daemon, and a
// stream a tab would leave none for the seventh. Also used by a tab alone, where there is no SharedWorker.

const TYPES = [
  'approval_requested', 'approval_resolved', 'question_requested', 'question_resolved', 'gate_updated', 'stream_gap',
  'run_updated', 'run_event', 'output', 'session_state_changed', 'text_delta', 'heartbeat',
];
/** What every tab wants; the rest goes to those who look at that run or session. */
const FOR_ALL = new Set(TYPES.slice(0, 6));
const SILENCE_MS = 35_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const RUNS_KNOWN = 1_000;

/**
 * Holds the stream while anybody listens, and opens it again whatever ends it, from where it was. A listener
 * is told to read the lists (resync) once the stream is open, and only then: what happens while it reads comes
 * by the stream. It is told again when the stream could not go on from where it was.
 */
export class Source {
  /** Each with whether it has been told to read. */
  #listeners = new Map();
  #who = '';
  #stream = null;
  #cursor = '';
  #state = { name: 'connecting' };
  #attempt = 0;
  #timer = 0;
  #watchdog = 0;
  #sessions = new Map();

  /** @param listener {frame(type, data), state(state), resync()} and {wants(type, data)} for what is not for all */
  add(listener) {
    if (this.#listeners.has(listener)) return;
    this.#listeners.set(listener, false);
    listener.state(this.#state);
    if (this.#state.name === 'live') this.#resync(listener);
    else if (!this.#stream && !this.#timer) this.#open();
  }

  remove(listener) {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    this.#close();
    this.#cursor = '';
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
    this.#cursor = '';
    this.#attempt = 0;
    if (this.#listeners.size > 0) this.#open();
  }

  /** Now rather than when its time has come: somebody looks at the page, or has signed in. */
  hurry() {
    if (this.#timer || this.#state.name === 'signed_out') {
      this.#attempt = 0;
      this.#open();
    }
  }

  /** Whether the session still holds; all are told when it does not. */
  check() {
    const stream = this.#stream;
    const timer = this.#timer;
    fetch('/v1/me', { credentials: 'same-origin', cache: 'no-store' }).then(
      (response) => {
        // Somebody may have signed in since: then the stream that was opened for that will tell.
        const same = stream === this.#stream && timer === this.#timer;
        if (response.status === 401 && same) this.#leave();
      },
      () => {},
    );
  }

  #open() {
    this.#close();
    const lost = this.#cursor === '';
    if (this.#attempt === 0) this.#tell({ name: 'connecting' });
    const stream = new EventSource('/v1/events/stream' + (lost ? '' : '?cursor=' + encodeURIComponent(this.#cursor)));
    this.#stream = stream;
    this.#watch();
    stream.onopen = () => {
      if (stream !== this.#stream) return;
      this.#attempt = 0;
      this.#tell({ name: 'live' });
      for (const [listener, told] of [...this.#listeners]) if (lost || !told) this.#resync(listener);
    };
    stream.onerror = () => stream === this.#stream && this.#failed(stream.readyState === EventSource.CLOSED);
    for (const type of TYPES) stream.addEventListener(type, (event) => stream === this.#stream && this.#heard(type, event));
  }

  #heard(type, event) {
    this.#watch();
    if (event.lastEventId) this.#cursor = event.lastEventId;
    if (type === 'heartbeat') return;
    const data = this.#placed(type, JSON.parse(event.data));
    for (const listener of [...this.#listeners.keys()]) {
      if (type === 'stream_gap') this.#resync(listener);
      if (FOR_ALL.has(type) || listener.wants(type, data)) listener.frame(type, data);
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
    this.#wait();
    if (refused) this.check();
  }

  #wait() {
    const ms = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#attempt++) * (0.8 + 0.4 * Math.random());
    this.#timer = setTimeout(() => this.#open(), ms);
    // One cut is a blip; a second one in a row is being offline.
    this.#tell(this.#attempt === 1 ? { name: 'connecting' } : { name: 'waiting', untilMs: Date.now() + ms });
  }

  #leave() {
    this.#close();
    this.#cursor = '';
    this.#tell({ name: 'signed_out' });
  }

  #watch() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#failed(false), SILENCE_MS);
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

  #resync(listener) {
    this.#listeners.set(listener, true);
    listener.resync();
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
  return ({ bye, who, hurry, check }) => {
    if (bye) return source.remove(listener);
    if (who) source.is(who);
    source.add(listener);
    if (hurry) source.hurry();
    if (check) source.check();
  };
}

if (typeof SharedWorkerGlobalScope !== 'undefined' && self instanceof SharedWorkerGlobalScope) {
  const source = new Source();
  self.onconnect = ({ ports: [port] }) => {
    let watched = [];
    let alive = 0;
    let looking = 0;
    const listener = {
      frame: (type, data) => port.postMessage({ frame: type, data, who: source.who }),
      state: (state) => port.postMessage({ state }),
      resync: () => port.postMessage({ resync: true }),
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

// One stream of events for all tabs: over plain HTTP a browser opens six connections to a daemon, and a
// stream a tab would leave none for the seventh. Also used by a tab alone, where there is no SharedWorker.

const TYPES = [
  'approval_requested', 'approval_resolved', 'question_requested', 'question_resolved', 'stream_gap',
  'run_updated', 'run_event', 'output', 'session_state_changed', 'text_delta', 'heartbeat',
];
/** What every tab wants; the rest goes to those who look at that run or session. */
const FOR_ALL = new Set(TYPES.slice(0, 5));
const SILENCE_MS = 35_000;
const LONGEST_WAIT_MS = 15_000;
const RUNS_KNOWN = 1_000;

/** Holds the stream while anybody listens, and opens it again whatever ends it. */
export class Source {
  #listeners = new Set();
  #stream = null;
  #cursor = '';
  #state = { name: 'connecting' };
  #attempt = 0;
  #timer = 0;
  #watchdog = 0;
  #sessions = new Map();

  /** @param listener {frame(type, data), state(state), resync()} and {wants(type, data)} for what is not for all */
  add(listener) {
    this.#listeners.add(listener);
    listener.state(this.#state);
    if (!this.#stream && !this.#timer) this.#open();
    else if (this.#state.name === 'live') listener.resync();
  }

  remove(listener) {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#close();
  }

  /** Now rather than when its time has come: somebody looks at the page, or has signed in. */
  hurry() {
    if (this.#timer || this.#state.name === 'signed_out') {
      this.#attempt = 0;
      this.#open();
    }
  }

  #open() {
    this.#close();
    const lost = this.#cursor === '';
    const stream = new EventSource('/v1/events/stream' + (lost ? '' : '?cursor=' + encodeURIComponent(this.#cursor)));
    this.#stream = stream;
    this.#watch();
    stream.onopen = () => {
      this.#attempt = 0;
      this.#tell({ name: 'live' });
      if (this.#cursor === '') this.#each((listener) => listener.resync());
    };
    stream.onerror = () => this.#failed(stream);
    for (const type of TYPES) stream.addEventListener(type, (event) => this.#heard(type, event));
  }

  #heard(type, event) {
    this.#watch();
    if (event.lastEventId) this.#cursor = event.lastEventId;
    if (type === 'heartbeat') return;
    const data = this.#placed(type, JSON.parse(event.data));
    if (type === 'stream_gap') this.#each((listener) => listener.resync());
    this.#each((listener) => {
      if (FOR_ALL.has(type) || listener.wants(type, data)) listener.frame(type, data);
    });
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

  /** A stream that was cut comes back by itself; one that was refused does not. */
  #failed(stream) {
    if (stream !== this.#stream) return;
    if (stream.readyState !== EventSource.CLOSED) {
      this.#tell({ name: 'connecting' });
      return;
    }
    this.#close();
    this.#wait();
    fetch('/v1/me', { credentials: 'same-origin', cache: 'no-store' }).then(
      (response) => response.status === 401 && this.#leave(),
      () => {},
    );
  }

  #wait() {
    const ms = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.#attempt++);
    this.#timer = setTimeout(() => this.#open(), ms);
    this.#tell({ name: 'waiting', untilMs: Date.now() + ms });
  }

  #leave() {
    this.#close();
    this.#cursor = '';
    this.#tell({ name: 'signed_out' });
  }

  #watch() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.#close();
      this.#wait();
    }, SILENCE_MS);
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
    this.#each((listener) => listener.state(state));
  }

  #each(action) {
    for (const listener of [...this.#listeners]) action(listener);
  }
}

/** What a tab looks at: {sessionId} or {runId}, any number of them. */
export function looksAt(watched, data) {
  const runId = data.run_id ?? data.run?.run_id ?? data.entry?.run_id ?? data.output?.run_id;
  const sessionId = data.session_id ?? data.run?.session_id ?? data.entry?.session_id ?? data.output?.session_id;
  return watched.some((one) => one.all || (one.runId && one.runId === runId) || (one.sessionId && one.sessionId === sessionId));
}

if (typeof SharedWorkerGlobalScope !== 'undefined' && self instanceof SharedWorkerGlobalScope) {
  const source = new Source();
  self.onconnect = ({ ports: [port] }) => {
    let watched = [];
    let alive = Date.now();
    const listener = {
      frame: (type, data) => port.postMessage({ frame: type, data }),
      state: (state) => port.postMessage({ state }),
      resync: () => port.postMessage({ resync: true }),
      wants: (_, data) => looksAt(watched, data),
    };
    port.onmessage = ({ data }) => {
      alive = Date.now();
      if (data.watched) watched = data.watched;
      if (data.hurry) source.hurry();
      if (data.bye) source.remove(listener);
      if (data.hello) source.add(listener);
    };
    // A tab that was killed says no goodbye.
    setInterval(() => Date.now() - alive > 120_000 && source.remove(listener), 60_000);
  };
}

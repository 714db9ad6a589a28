// What happens to a run or to the runs of a session, while somebody looks: first the stream, then the list, each
// event once, by its id. So nothing is lost between the two, nor when the stream breaks off and comes back.

import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { ordered, unfinished } from './story.js';

const TOGETHER_MS = 40;
const QUIET = new Set(['completed', 'failed', 'interrupted', 'cancelled', 'waiting_for_approval', 'waiting_for_user_question']);

/** A Lit controller: `this.trail = new Trail(this)`, then `trail.follow({sessionId})` or `trail.follow({runId})`. */
export class Trail {
  loaded = false;
  problem = null;
  /** What is being said right now, by run: it becomes an output when it is whole. */
  speaking = new Map();
  #host;
  #what = null;
  #entries = new Map();
  #order = null;
  #ending = [];
  #listening = new Set();
  #reading = null;
  #timer = 0;

  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    if (this.#what) this.#begin();
  }

  hostDisconnected() {
    this.#stop();
  }

  follow(what) {
    if (JSON.stringify(what) === JSON.stringify(this.#what)) return;
    this.#stop();
    this.#what = what;
    this.#entries.clear();
    this.#order = null;
    this.loaded = false;
    this.problem = null;
    if (this.#host.isConnected) this.#begin();
  }

  /** The oldest first. */
  get entries() {
    this.#order ??= ordered(this.#entries.values());
    return this.#order;
  }

  async read() {
    this.#reading?.abort();
    const { signal } = (this.#reading = new AbortController());
    try {
      this.#take(await this.#ask(signal));
      this.loaded = true;
      this.problem = null;
      if (this.#what.sessionId) this.#listen();
    } catch (problem) {
      if (signal.aborted) return;
      this.problem = problem;
    }
    this.#changed();
  }

  async #ask(signal) {
    const { sessionId, runId } = this.#what;
    if (runId) return api.get(`/v1/runs/${segment(runId)}/events`, { signal });
    return (await api.get(`/v1/sessions/${segment(sessionId)}/events`, { signal })).run_events;
  }

  #begin() {
    const again = () => {
      this.speaking.clear();
      this.read();
    };
    const cut = () => {
      // Words are never sent twice: what was missed of them comes as a whole, later.
      if (live.state.name !== 'live') this.speaking.clear();
      else if (this.problem) this.read();
    };
    live.addEventListener('resync', again);
    live.addEventListener('state', cut);
    // Without a stream nothing tells of what happened.
    const beat = () => this.read();
    live.addEventListener('beat', beat);
    this.#ending = [
      live.watch(this.#what, (type, data) => this.#heard(type, data)),
      () => live.removeEventListener('resync', again),
      () => live.removeEventListener('state', cut),
      () => live.removeEventListener('beat', beat),
    ];
    this.read();
  }

  #stop() {
    this.#ending.splice(0).forEach((end) => end());
    this.#listening.clear();
    this.#reading?.abort();
    this.speaking.clear();
  }

  /** Runs that began before the stream did: their words come without the name of their session. */
  #listen() {
    for (const runId of unfinished(this.entries)) {
      if (this.#listening.has(runId)) continue;
      this.#listening.add(runId);
      this.#ending.push(live.watch({ runId }, (type, data) => type === 'text_delta' && !data.session_id && this.#heard(type, data)));
    }
  }

  #heard(type, data) {
    if (type === 'run_event') this.#take([data.entry]);
    else if (type === 'text_delta') this.speaking.set(data.run_id, (this.speaking.get(data.run_id) ?? '') + data.text);
    else return;
    this.#changed();
  }

  #take(entries) {
    for (const entry of entries) {
      if (this.#entries.has(entry.event_id)) continue;
      this.#entries.set(entry.event_id, entry);
      this.#order = null;
      const { event } = entry;
      if (QUIET.has(event.type) || (event.type === 'output' && event.output.source_kind === 'assistant_text')) this.speaking.delete(entry.run_id);
    }
  }

  /** Many frames, one rendering. */
  #changed() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#host.requestUpdate();
    }, TOGETHER_MS);
  }
}

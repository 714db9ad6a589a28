// What happens, as it happens: one stream for all tabs where the browser can share one, and polling where there is none.

import { scriptUrl } from './scripts.js';
import { Source, looksAt, obeying } from './stream-worker.js';

/**
 * Tells 'frame' ({type, data, id}), 'state', 'resync' ({missed}: what was read before is of before), 'polled' ({list, body})
 * when a list that was polled has changed, 'beat' after each turn of polling, and 'refused' when the session does not
 * hold for what holds the stream.
 */
class Live extends EventTarget {
  /** {name: 'connecting' | 'live' | 'polling' | 'waiting' | 'signed_out', untilMs?}; waiting is offline. */
  state = { name: 'connecting' };
  /** When what is shown was true last. */
  updatedMs = Date.now();
  #watched = [];
  #list;
  #post = null;
  #isAlone = false;
  /** Whose frames are wanted; null is nobody's. */
  #who = null;
  #heard = {
    frame: (type, data, id) => {
      this.updatedMs = Date.now();
      this.#tell('frame', { type, data, id });
    },
    state: (state) => {
      if (this.state.name === 'live' || state.name === 'live') this.updatedMs = Date.now();
      this.state = state;
      this.#tell('state');
    },
    resync: (missed) => this.#tell('resync', { missed }),
    polled: (list, body) => this.#tell('polled', { list, body }),
    beat: () => {
      this.updatedMs = Date.now();
      this.#tell('beat');
    },
    refused: () => this.#tell('refused'),
    wants: (_, data) => looksAt(this.#watched, data),
  };

  /**
   * @param who tells one sign-in from another: the stream of somebody else is not gone on with
   * @param cursor of what was read
   */
  start(who, cursor) {
    const other = this.#who !== who;
    this.#who = who;
    if (this.#post) {
      this.#post({ ...this.#all(), cursor, hurry: true });
      // What came for this sign-in before it was known here was not taken.
      if (other && this.state.name === 'live') this.#tell('resync', { missed: true });
      return;
    }
    this.#post = shared(this.#heard, () => this.#who, () => this.leaveWorker()) ?? this.#alone();
    this.#post({ ...this.#all(), cursor });
    addEventListener('online', () => this.#say({ hurry: true }));
    document.addEventListener('visibilitychange', () => this.#say({ hidden: document.hidden, ...(document.hidden ? {} : { hurry: true }) }));
    addEventListener('pagehide', () => this.#post({ bye: true }));
    addEventListener('pageshow', (event) => event.persisted && this.#say(this.#all()));
    setInterval(() => this.#say(this.#all()), 45_000);
  }

  #all() {
    return { who: this.#who, watched: this.#watched, list: this.#list, hidden: document.hidden };
  }

  #alone() {
    this.#isAlone = true;
    return obeying(new Source(false), this.#heard);
  }

  /** The worker has no session though this tab has one, or there is none: this tab goes on by itself. */
  leaveWorker() {
    if (this.#isAlone) return;
    this.#post?.({ bye: true });
    this.#post = this.#alone();
    if (this.#who !== null) this.#say(this.#all());
  }

  /** Somebody presses a button. */
  hurry() {
    this.#say({ hurry: 'person' });
  }

  /** Somebody wants all that is shown read anew. */
  readAgain() {
    if (this.state.name === 'waiting') this.hurry();
    this.#tell('resync', { missed: true });
  }

  /** The list that is polled for this tab, by its query. */
  follow(list) {
    if (list === this.#list) return;
    this.#list = list;
    this.#say({ list });
  }

  /** Somebody has signed out here: this tab hears nothing more. */
  leave() {
    this.#say({ bye: true });
    this.#who = null;
    this.state = { name: 'connecting' };
  }

  /** Whoever says anything listens: nobody who is signed out does. */
  #say(message) {
    if (this.#who !== null) this.#post?.(message);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * Frames of one run or session ({runId} or {sessionId}), besides those of prompts, which everybody gets.
   * Gives back how to stop.
   */
  watch(what, listener) {
    this.#watched = [...this.#watched, what];
    this.#say({ watched: this.#watched });
    const heard = ({ detail }) => looksAt([what], detail.data) && listener(detail.type, detail.data);
    this.addEventListener('frame', heard);
    return () => {
      this.removeEventListener('frame', heard);
      this.#watched = this.#watched.filter((one) => one !== what);
      this.#say({ watched: this.#watched });
    };
  }
}

/**
 * @param who whose frames are taken: one that was on its way when somebody else signed in is not shown to them
 * @param refused called when there is no such worker after all, before it has said anything
 */
function shared(heard, who, refused) {
  if (typeof SharedWorker === 'undefined') return null;
  let answered = false;
  let left = false;
  const worker = new SharedWorker(scriptUrl('stream'), { type: 'module', name: 'holdpoint' });
  worker.onerror = () => answered || refused();
  worker.port.onmessage = ({ data }) => {
    answered = true;
    if (left || who() === null || (data.who !== undefined && data.who !== who())) return;
    if (data.frame) heard.frame(data.frame, data.data, data.id);
    else if (data.state) heard.state(data.state);
    else if (data.resync) heard.resync(data.resync.missed);
    else if (data.polled) heard.polled(data.polled.list, data.polled.body);
    else if (data.beat) heard.beat();
    else if (data.refused) heard.refused();
  };
  return (message) => {
    left = Boolean(message.bye);
    worker.port.postMessage(message);
  };
}

export const live = new Live();

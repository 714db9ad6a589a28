// What happens, as it happens: one stream for all tabs where the browser can share one.

import { Source, looksAt, obeying } from './stream-worker.js';

class Live extends EventTarget {
  /** {name: 'connecting' | 'live' | 'waiting' | 'signed_out', untilMs?} */
  state = { name: 'connecting' };
  #watched = [];
  #post = null;

  /** @param who tells one sign-in from another: the stream of somebody else is not gone on with */
  start(who) {
    if (this.#post) {
      this.#post({ who, hurry: true });
      return;
    }
    const heard = {
      frame: (type, data) => this.dispatchEvent(new CustomEvent('frame', { detail: { type, data } })),
      state: (state) => {
        this.state = state;
        this.dispatchEvent(new Event('state'));
      },
      resync: () => this.dispatchEvent(new Event('resync')),
      wants: (_, data) => looksAt(this.#watched, data),
    };
    this.#post = shared(heard, () => {
      this.#post = alone(heard);
      this.#post({ who });
    }) ?? alone(heard);
    this.#post({ who, watched: this.#watched });
    addEventListener('online', () => this.#post({ hurry: true }));
    document.addEventListener('visibilitychange', () => document.hidden || this.#post({ hurry: true }));
    addEventListener('pagehide', () => this.#post({ bye: true }));
    addEventListener('pageshow', (event) => event.persisted && this.#post({ watched: this.#watched }));
    setInterval(() => this.#post({ watched: this.#watched }), 45_000);
  }

  hurry() {
    this.#post?.({ hurry: true });
  }

  /** Somebody has signed out here: all tabs are to know. */
  check() {
    this.#post?.({ check: true });
  }

  /**
   * Frames of one run or session ({runId} or {sessionId}), besides those of prompts, which everybody gets.
   * Gives back how to stop.
   */
  watch(what, listener) {
    this.#watched = [...this.#watched, what];
    this.#post?.({ watched: this.#watched });
    const heard = ({ detail }) => looksAt([what], detail.data) && listener(detail.type, detail.data);
    this.addEventListener('frame', heard);
    return () => {
      this.removeEventListener('frame', heard);
      this.#watched = this.#watched.filter((one) => one !== what);
      this.#post?.({ watched: this.#watched });
    };
  }
}

/** @param refused called when there is no such worker after all, before it has said anything */
function shared(heard, refused) {
  if (typeof SharedWorker === 'undefined') return null;
  let answered = false;
  const worker = new SharedWorker(workerUrl(), { type: 'module', name: 'holdpoint' });
  worker.onerror = () => answered || refused();
  worker.port.onmessage = ({ data }) => {
    answered = true;
    if (data.frame) heard.frame(data.frame, data.data);
    else if (data.state) heard.state(data.state);
    else if (data.resync) heard.resync();
  };
  return (message) => worker.port.postMessage(message);
}

/** Trusted Types want to know who names a script; this is the only place where the page does. */
function workerUrl() {
  const url = new URL('./stream-worker.js', import.meta.url).href;
  return globalThis.trustedTypes
    ? trustedTypes.createPolicy('holdpoint', { createScriptURL: (text) => (text === url ? text : '') }).createScriptURL(url)
    : url;
}

function alone(heard) {
  return obeying(new Source(), heard);
}

export const live = new Live();

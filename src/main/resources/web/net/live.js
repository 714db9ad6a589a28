// What happens, as it happens: one stream for all tabs where the browser can share one.

import { scriptUrl } from './scripts.js';
import { Source, looksAt, obeying } from './stream-worker.js';

class Live extends EventTarget {
  /** {name: 'connecting' | 'live' | 'waiting' | 'signed_out', untilMs?} */
  state = { name: 'connecting' };
  #watched = [];
  #post = null;
  /** Whose frames are wanted; null is nobody's. */
  #who = null;

  /** @param who tells one sign-in from another: the stream of somebody else is not gone on with */
  start(who) {
    const other = this.#who !== who;
    this.#who = who;
    if (this.#post) {
      this.#post({ who, watched: this.#watched, hurry: true });
      // What came for this sign-in before it was known here was not taken.
      if (other && this.state.name === 'live') this.dispatchEvent(new Event('resync'));
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
    this.#post = shared(heard, () => this.#who, () => {
      this.#post = alone(heard);
      this.#say({ who: this.#who });
    }) ?? alone(heard);
    this.#post({ who, watched: this.#watched });
    addEventListener('online', () => this.#say({ hurry: true }));
    document.addEventListener('visibilitychange', () => document.hidden || this.#say({ hurry: true }));
    addEventListener('pagehide', () => this.#post({ bye: true }));
    addEventListener('pageshow', (event) => event.persisted && this.#say({ watched: this.#watched }));
    setInterval(() => this.#say({ watched: this.#watched }), 45_000);
  }

  hurry() {
    this.#say({ hurry: true });
  }

  /** Somebody has signed out here: all tabs are to know, and this one hears nothing more. */
  leave() {
    this.#say({ check: true });
    this.#say({ bye: true });
    this.#who = null;
    this.state = { name: 'connecting' };
  }

  /** Whoever says anything listens: nobody who is signed out does. */
  #say(message) {
    if (this.#who !== null) this.#post?.(message);
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
  const worker = new SharedWorker(scriptUrl('stream'), { type: 'module', name: 'holdpoint' });
  worker.onerror = () => answered || refused();
  worker.port.onmessage = ({ data }) => {
    answered = true;
    if (who() === null || (data.frame && data.who !== who())) return;
    if (data.frame) heard.frame(data.frame, data.data);
    else if (data.state) heard.state(data.state);
    else if (data.resync) heard.resync();
  };
  return (message) => worker.port.postMessage(message);
}

function alone(heard) {
  return obeying(new Source(), heard);
}

export const live = new Live();

// Who looks at the page.

import { api, onSignedOut, useCsrf } from '../net/api.js';

class Me extends EventTarget {
  /** CallerView, null when nobody is signed in, undefined until that is known. */
  caller = undefined;

  async load() {
    try {
      this.#is(await api.get('/v1/me'));
    } catch (problem) {
      if (problem.status !== 401) throw problem;
      this.#is(null);
    }
  }

  /** @param proof {token} or {code} */
  async signIn(proof) {
    this.#is(await api.post('/v1/web-sessions', proof));
  }

  async signOut() {
    await api.delete('/v1/web-sessions/current');
    this.#is(null);
  }

  left() {
    if (this.caller) this.#is(null);
  }

  /** Whether there is any use in buttons that decide. */
  get decides() {
    return this.caller?.role === 'admin' || this.caller?.role === 'operator';
  }

  get works() {
    return this.decides || this.caller?.role === 'agent';
  }

  #is(caller) {
    this.caller = caller;
    useCsrf(caller?.csrf_token);
    this.dispatchEvent(new Event('change'));
  }
}

export const me = new Me();
onSignedOut(() => me.left());

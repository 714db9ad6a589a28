// Who looks at the page.

import { api, onUnauthorized, renewCsrf, useCsrf } from '../net/api.js';

const ROOT = 'tnt_root';
/** Which page this one is, by the place of its parts. */
const PAGE = /\/ui\/a\/([^/]+)\//.exec(new URL('.', import.meta.url).pathname)?.[1];
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

/** All tabs have one cookie: what one learns about it the others hear, those at the sign-in page too. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('holdpoint.who');

/** Tells 'change', 'other' when another tab has become somebody else, and 'signed-out' with who it was. */
class Me extends EventTarget {
  /** CallerView, null when nobody is signed in, undefined until that is known. */
  caller = undefined;
  /** Whether the daemon serves another page by now. */
  isOutdated = false;
  /** Why nobody is, in the daemon's words, where they are for people. */
  reason = '';

  constructor() {
    super();
    tabs?.addEventListener('message', ({ data }) => {
      if (this.caller !== undefined && data !== this.who) this.dispatchEvent(new Event('other'));
    });
  }

  /** Tells one sign-in from another, of the same person too; null is nobody. */
  get who() {
    return this.caller?.web_session_id ?? this.caller?.principal_id ?? null;
  }

  async load() {
    try {
      this.#is(await api.get('/v1/me', { heard: (headers) => this.#serves(headers.get('X-Holdpoint-Page')) }));
    } catch (problem) {
      if (problem.status !== 401) throw problem;
      this.#is(null, problem);
    }
  }

  #waitMs = FIRST_WAIT_MS;
  #notBefore = 0;

  /** Whether the session holds; undefined where nobody answers, and where that was asked just now: each time one waits longer. */
  async check() {
    const now = Date.now();
    if (now < this.#notBefore) return undefined;
    this.#notBefore = now + this.#waitMs;
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
    try {
      await this.load();
      return this.caller !== null;
    } catch {
      return undefined;
    }
  }

  /** All is well: the next doubt is asked about at once. */
  trusted() {
    this.#waitMs = FIRST_WAIT_MS;
  }

  /** @param proof {token} or {code} */
  async signIn(proof) {
    this.#is(await api.post('/v1/web-sessions', proof));
  }

  async signOut() {
    const elsewhere = this.caller?.sign_out_url;
    await api.delete('/v1/web-sessions/current');
    this.dispatchEvent(new CustomEvent('signed-out', { detail: this.caller }));
    this.#is(null);
    // Who came in by an identity provider is signed in there, too.
    if (elsewhere) location.assign(elsewhere);
  }

  /** The cookie is of another session than the page thought; says whether it is still the same person's. */
  async renew() {
    const before = this.caller?.principal_id;
    await this.load();
    return before !== undefined && before === this.caller?.principal_id;
  }

  #serves(page) {
    this.isOutdated = Boolean(page && PAGE && page !== PAGE);
  }

  /** Whether there is any use in buttons that decide. */
  get decides() {
    return this.caller?.role === 'admin' || this.caller?.role === 'operator';
  }

  /** The tab of the inbox that one begins with. */
  get usualTab() {
    return this.decides ? 'me' : 'all';
  }

  /** Whether they write groups and policies. */
  get rules() {
    return this.caller?.role === 'admin' && this.caller.tenant_id === ROOT;
  }

  /** Whether they see the sessions of one tenant alone. */
  get isBound() {
    return Boolean(this.caller) && this.caller.tenant_id !== ROOT;
  }

  /** Whether they may look at what concerns all tenants. */
  get inspects() {
    return this.caller?.role !== 'agent' && this.caller?.tenant_id === ROOT;
  }

  get works() {
    return this.decides || this.caller?.role === 'agent';
  }

  #is(caller, problem) {
    const before = this.caller === undefined ? undefined : this.who;
    this.caller = caller;
    // That a header is missing is for programs.
    this.reason = problem && !problem.detail.startsWith('Send Authorization') ? problem.detail : '';
    useCsrf(caller?.csrf_token);
    if (this.who !== before) tabs?.postMessage(this.who);
    this.dispatchEvent(new Event('change'));
  }
}

export const me = new Me();
onUnauthorized(() => me.caller && me.check());
renewCsrf(() => me.renew());

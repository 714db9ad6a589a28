// The page: who looks, where they are, and whether what they see is live.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from './parts/element.js';
import { later } from './parts/later.js';
import { failed, loading } from './parts/states.js';
import { announce } from './parts/announce.js';
import './parts/moment.js';
import './parts/offline.js';
import './parts/shell.js';
import { takeCode } from './views/sign-in.js';
import './views/other-link.js';
import './views/enroll.js';
import { nothingHere, unreachable } from './views/nothing.js';
import './inbox/inbox.js';
import { inbox } from './state/inbox.js';
import { keys } from './state/keys.js';
import { me } from './state/me.js';
import { settings } from './state/settings.js';
import { dress } from './state/dress.js';
import { startTitle } from './state/title.js';
import { startArrivals } from './state/arrivals.js';
import { startAttention } from './state/attention.js';
import { startLooks } from './state/looks.js';
import { queryOf, wishOf } from './state/wish.js';
import { live } from './net/live.js';
import { startShellCache } from './net/shell-cache.js';
import { router } from './router.js';

const VIEWS = {
  inbox: ({ kind, id }) => html`<hp-inbox .kind=${kind} .chosen=${id}></hp-inbox>`,
  history: () => html`<hp-history></hp-history>`,
  sessions: () => html`<hp-sessions></hp-sessions>`,
  session: ({ id }) => html`<hp-session .sessionId=${id}></hp-session>`,
  runs: () => html`<hp-runs></hp-runs>`,
  run: ({ id }) => html`<hp-run .runId=${id}></hp-run>`,
  rules: () => html`<hp-rules></hp-rules>`,
  rule: ({ id }) => html`<hp-rule .ruleId=${id}></hp-rule>`,
  deliveries: () => html`<hp-deliveries></hp-deliveries>`,
  audit: () => html`<hp-audit></hp-audit>`,
  people: () => html`<hp-people></hp-people>`,
  policies: () => html`<hp-policies></hp-policies>`,
  stats: () => html`<hp-stats></hp-stats>`,
  status: () => html`<hp-status></hp-status>`,
  settings: () => html`<hp-settings></hp-settings>`,
  account: () => html`<hp-account></hp-account>`,
};

class App extends Element {
  static properties = { problem: { state: true } };
  #person = null;
  /** The code of a link that was opened by somebody who is signed in already. */
  #code = '';

  connectedCallback() {
    super.connectedCallback();
    this.listen(me, 'change', () => this.#met());
    this.listen(me, 'other', () => this.#begin());
    this.listen(window, 'pageshow', (event) => event.persisted && this.#begin());
    this.listen(window, 'hashchange', () => me.caller && this.#met());
    this.listen(router, 'change', () => this.#moved());
    this.listen(later, 'change');
    this.#begin();
  }

  async #begin() {
    this.problem = null;
    // Who looks is not known yet; most often it is who looked last.
    if (me.caller === undefined) inbox.ahead(wanted(settings.get('usualTab') || 'me'));
    try {
      await me.load();
    } catch (problem) {
      this.problem = problem;
      setTimeout(() => this.problem && this.#begin(), 2_000);
    }
  }

  #met() {
    const person = me.caller?.principal_id ?? null;
    // What one person was shown is not for the next.
    if (person !== this.#person) inbox.forget();
    this.#person = person;
    if (me.caller) {
      settings.set('usualTab', me.usualTab);
      inbox.begin(me.who, wanted(me.usualTab)).then(() => later.whenIdle());
      this.#code ||= takeCode();
      if (router.place.view === 'sign-in' && !this.#code) router.go('/ui', { replace: true });
    } else {
      live.leave();
    }
    this.requestUpdate();
  }

  #linked() {
    this.#code = '';
    this.#met();
  }

  /** A new place is announced by its heading, as a page that loads would be. */
  async #moved() {
    fetchView();
    this.requestUpdate();
    await this.updateComplete;
    if (router.place.view !== 'inbox') this.querySelector('main')?.focus({ preventScroll: true });
  }

  #view(view, params) {
    if (isLater(view) && !later.has('views')) return later.problem ? failed(later.problem, () => location.reload()) : loading();
    return (VIEWS[view] ?? nothingHere)(params);
  }

  render() {
    if (this.problem) return unreachable(this.problem, () => this.#begin());
    if (me.caller === undefined) return html`<main class="alone">${loading()}</main>`;
    if (router.place.view === 'enroll') return html`<hp-enroll></hp-enroll>`;
    if (me.caller === null) return html`<hp-sign-in></hp-sign-in><hp-toasts></hp-toasts>`;
    const { view, params } = router.place;
    if (this.#code) return html`<hp-other-link .code=${this.#code} @done=${() => this.#linked()}></hp-other-link><hp-toasts></hp-toasts>`;
    return html`<hp-shell .view=${view}></hp-shell><hp-offline></hp-offline>
      ${repeat([me.caller.principal_id], (person) => person, () => html`<main id="main" tabindex="-1" class="view-${view} ${view === 'inbox' && params.id ? 'with-card' : ''}">${this.#view(view, params)}</main>`)}
      <hp-toasts></hp-toasts>`;
  }
}

const isLater = (view) => view !== 'inbox' && view in VIEWS;

/** The file of what the address shows is read beside all that has to be known before. */
function fetchView() {
  const { view, params } = router.place;
  if (isLater(view)) later.want('views');
  else if (params.id) later.want('cards');
}

/** Which list: that of the address where it is the inbox's. */
function wanted(usual) {
  return router.place.view === 'inbox' ? queryOf(wishOf(location.search, usual)) : {};
}

fetchView();
dress();
startTitle();
router.start();
keys.start();
inbox.start();
startAttention();
startArrivals();
startLooks();
startShellCache();
addEventListener('unhandledrejection', ({ reason }) => {
  if (reason?.name !== 'AbortError') announce(reason?.detail ?? String(reason), 'wrong');
});
// In a task of its own: a slow phone can draw, and take a touch, between the modules and their first view.
setTimeout(() => customElements.define('hp-app', App));

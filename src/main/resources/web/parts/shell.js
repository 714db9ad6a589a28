// What is around every view: the menu, the connection, who is signed in, settings and the keys.

import { html } from 'lit';
import { Element } from './element.js';
import './announce.js';
import './settings-dialog.js';
import { ticker } from './ticker.js';
import { span } from '../format/time.js';
import { inbox } from '../state/inbox.js';
import { keys } from '../state/keys.js';
import { me } from '../state/me.js';
import { live } from '../net/live.js';
import { router } from '../router.js';

const MENU = [
  ['inbox', '/ui', 'Inbox', 'i'],
  ['sessions', '/ui/sessions', 'Sessions', 's'],
  ['runs', '/ui/runs', 'Runs', 'r'],
  ['rules', '/ui/rules', 'Rules', 'u'],
  ['deliveries', '/ui/deliveries', 'Deliveries', 'l'],
  ['audit', '/ui/audit', 'Audit', 't'],
  ['people', '/ui/people', 'People', 'p'],
  ['policies', '/ui/policies', 'Policies', 'y'],
  ['stats', '/ui/stats', 'Statistics', 'n'],
  ['status', '/ui/status', 'Status', 'h'],
];
/** What tokens of one tenant cannot read. */
const FOR_ALL_TENANTS = new Set(['people', 'policies']);
const WITHIN = { session: 'sessions', run: 'runs' };

class Shell extends Element {
  static properties = { view: {} };

  connectedCallback() {
    super.connectedCallback();
    this.listen(inbox, 'change');
    this.listen(live, 'state');
    this.listen(ticker, 'tick', () => live.state.name === 'waiting' && this.requestUpdate());
    this.listen(me, 'change');
    this.finally(
      keys.use('Everywhere', [
        { key: '?', label: 'Show the keys', run: () => this.querySelector('hp-settings').open() },
        { key: 'g', label: 'Go to the inbox', run: () => router.go('/ui') },
      ]),
    );
  }

  render() {
    const here = WITHIN[this.view] ?? this.view;
    const waiting = inbox.pending.length;
    return html`<a class="skip" href="#main">Skip to the content</a>
      <header class="shell">
        <a class="brand" href="/ui" aria-label="Holdpoint, to the inbox">
          <img src=${new URL('../icon.svg', import.meta.url).pathname} width="24" height="24" alt=""><span>Holdpoint</span>
        </a>
        <nav aria-label="Main">
          ${MENU.filter(([view]) => me.inspects || !FOR_ALL_TENANTS.has(view)).map(
            ([view, path, label]) => html`<a href=${path} aria-current=${view === here ? 'page' : 'false'}
              >${label}${view === 'inbox' && waiting ? html` <span class="count" aria-label="${waiting} waiting">${waiting}</span>` : ''}</a
            >`,
          )}
        </nav>
        <div class="who">${this.#connection()}
          <button class="plain" aria-haspopup="dialog" @click=${() => this.querySelector('hp-settings').open()}>
            <span class="name" dir="auto">${me.caller?.name}</span> <span class="role">${me.caller?.role}</span>
          </button>
        </div>
      </header>
      <hp-settings></hp-settings>`;
  }

  #connection() {
    const { name, untilMs } = live.state;
    const text = {
      live: 'Live',
      connecting: 'Connecting…',
      waiting: `Offline. Retrying in ${span(Math.max(0, (untilMs ?? 0) - Date.now()))}`,
      signed_out: 'Signed out',
    }[name];
    return html`<span class="connection ${name}">
      <span class="lamp" aria-hidden="true"></span><span role="status">${name === 'waiting' ? 'Offline' : text}</span>
      ${name === 'waiting' ? html`<button class="plain" title=${text} @click=${() => live.hurry()}>Retry now</button>` : ''}
    </span>`;
  }
}

customElements.define('hp-shell', Shell);

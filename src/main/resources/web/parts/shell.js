// What is around every view: the menu at the side, or a bar above and four tabs below on a small screen; the connection
// and who is signed in.

import { html } from 'lit';
import { Element } from './element.js';
import './announce.js';
import './keys-dialog.js';
import { icon } from './icons.js';
import { ticker } from './ticker.js';
import { span } from '../format/time.js';
import { inbox } from '../state/inbox.js';
import { keys } from '../state/keys.js';
import { me } from '../state/me.js';
import { settings } from '../state/settings.js';
import { nameOf } from '../state/title.js';
import { live } from '../net/live.js';
import { router } from '../router.js';
import { t } from '../i18n/i18n.js';

const MENU = [
  ['inbox', '/ui', 'inbox'],
  ['history', '/ui/history', 'history'],
  ['sessions', '/ui/sessions', 'sessions'],
  ['runs', '/ui/runs', 'runs'],
  ['rules', '/ui/rules', 'rules'],
  ['stats', '/ui/stats', 'insights'],
];
const OPERATE = [
  ['deliveries', '/ui/deliveries', 'deliveries'],
  ['audit', '/ui/audit', 'audit'],
  ['people', '/ui/people', 'people'],
  ['policies', '/ui/policies', 'policies'],
  ['status', '/ui/status', 'status'],
];
/** The views of the menu by the key after g. */
const GO = { i: 'inbox', h: 'history', s: 'sessions', r: 'runs', u: 'rules', n: 'stats' };
const SETTINGS = ['settings', '/ui/settings', 'settings'];
const ACCOUNT = ['account', '/ui/account', 'account'];
/** At the foot of a small screen; the others are behind More. */
const TABS = new Set(['inbox', 'history', 'sessions']);
/** What tokens of one tenant cannot read, and what those of agents cannot. */
const FOR_ALL_TENANTS = new Set(['runs', 'stats', 'deliveries', 'audit', 'people', 'policies']);
const NOT_FOR_AGENTS = new Set(['stats', 'audit', 'people', 'policies']);
const WITHIN = { session: 'sessions', run: 'runs', rule: 'rules' };

class Shell extends Element {
  static properties = { view: {} };
  #wide = matchMedia('(min-width: 1024px)');

  connectedCallback() {
    super.connectedCallback();
    this.listen(inbox, 'change');
    this.listen(live, 'state');
    this.listen(ticker, 'tick', () => live.state.name === 'waiting' && this.requestUpdate());
    this.listen(me, 'change');
    this.listen(settings, 'change');
    this.listen(this.#wide, 'change');
    this.listen(router, 'change', () => {
      this.querySelector('dialog.more')?.close();
      this.requestUpdate();
    });
    this.finally(
      keys.use([
        { id: 'go', run: (event) => goTo(event.key) },
        { id: 'refresh', run: () => live.readAgain() },
        { id: 'help', run: () => this.querySelector('hp-keys').open() },
      ]),
    );
  }

  get #here() {
    return WITHIN[this.view] ?? this.view;
  }

  render() {
    return html`<a class="skip" href="#main">${t('parts.shell.skip')}</a> ${this.#wide.matches ? this.#side() : this.#small()} <hp-keys></hp-keys>`;
  }

  #side() {
    const folded = settings.get('folded');
    return html`<header class="side">
      <div class="side-top">${this.#brand()}
        <button type="button" class="plain side-fold" aria-label=${t('parts.shell.menu')} title=${folded ? t('parts.shell.names') : t('parts.shell.icons')} aria-expanded=${folded ? 'false' : 'true'}
          @click=${() => settings.set('folded', !folded)}>${icon('fold')}</button></div>
      <nav aria-label=${t('parts.shell.main')}>${this.#entries(MENU)}
        <p class="side-group" aria-hidden="true">${t('parts.shell.operate')}</p>
        ${this.#entries(OPERATE)}</nav>
      <div class="side-foot">${this.#connection()} ${this.#entries([SETTINGS])} ${this.#account()}</div>
    </header>`;
  }

  #small() {
    const among = !TABS.has(this.#here);
    return html`<header class="bar">${this.#brand()} <a class="bar-back" href=${this.view === 'inbox' ? `/ui${location.search}` : '/ui'} aria-label=${t('parts.shell.back')}>${icon('back')}${t('state.title.inbox')}</a> <span class="bar-title" aria-hidden="true">${nameOf(this.view)}</span>${this.#connection()}</header>
      <nav class="foot" aria-label=${t('parts.shell.main')}>${this.#entries(MENU.filter(([view]) => TABS.has(view)))}
        <button type="button" class="entry" aria-haspopup="dialog" aria-current=${among ? 'true' : 'false'}
          @click=${() => this.querySelector('dialog.more').showModal()}>${icon('more')}<span class="entry-name">${t('parts.common.more')}</span></button></nav>
      <dialog class="more" aria-label=${t('parts.common.more')} @click=${({ target, currentTarget }) => (target === currentTarget || target.closest('a')) && currentTarget.close()}>
        <nav aria-label=${t('parts.common.more')}>${this.#entries([...MENU.filter(([view]) => !TABS.has(view)), ...OPERATE, SETTINGS])} ${this.#account()}</nav>
        <button type="button" class="more-close" @click=${() => this.querySelector('dialog.more').close()}>${t('parts.common.close')}</button>
      </dialog>`;
  }

  #brand() {
    return html`<a class="brand" href="/ui" aria-label=${t('parts.shell.home')}>
      <img src=${new URL('../icon.svg', import.meta.url).pathname} width="24" height="24" alt=""><span>Holdpoint</span>
    </a>`;
  }

  #entries(menu) {
    const waiting = inbox.waiting;
    return menu.filter(([view]) => isFor(view)).map(([view, path, drawn]) => html`<a class="entry" href=${path} aria-current=${view === this.#here ? 'page' : 'false'}
      >${icon(drawn)}<span class="entry-name">${nameOf(view)}</span>${view === 'inbox' && waiting ? html` <span class="count" aria-label=${t('parts.shell.waiting', { count: waiting })}>${waiting}</span>` : ''}</a>`);
  }

  /** Who one is. Name and role are not said twice. */
  #account() {
    const { name, role } = me.caller ?? {};
    const [view, path, drawn] = ACCOUNT;
    return html`<a class="entry who" href=${path} title=${t('state.title.account')} aria-current=${view === this.#here ? 'page' : 'false'}
      >${icon(drawn)}<span class="entry-name"><span class="name" dir="auto">${name}</span>${role === name ? '' : html` <span class="role">${role}</span>`}</span></a>`;
  }

  #connection() {
    const { name, untilMs } = live.state;
    const text = {
      live: t('parts.shell.live'),
      connecting: t('parts.shell.connecting'),
      polling: t('parts.shell.polling'),
      waiting: t('parts.shell.retrying', { span: span(Math.max(0, (untilMs ?? 0) - Date.now())) }),
      signed_out: t('parts.shell.signed_out'),
    }[name];
    return html`<span class="connection ${name}">
      <span class="lamp" aria-hidden="true"></span><span role="status">${name === 'waiting' ? t('parts.shell.offline') : text}</span>
      ${name === 'waiting' ? html`<button class="plain" title=${text} @click=${() => live.hurry()}>${t('parts.offline.retry')}</button>` : ''}
    </span>`;
  }
}

function goTo(key) {
  const [view, path] = MENU.find(([one]) => one === GO[key]) ?? [];
  if (view && isFor(view)) router.go(path);
}

function isFor(view) {
  if (NOT_FOR_AGENTS.has(view) && me.caller?.role === 'agent') return false;
  return !me.isBound || !FOR_ALL_TENANTS.has(view);
}

customElements.define('hp-shell', Shell);

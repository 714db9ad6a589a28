// All sessions: which are at work, which wait, and a way to begin another.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { live } from '../net/live.js';
import { me } from '../state/me.js';
import { to } from '../router.js';
import { Address } from './address.js';
import { chip, empty, listed, soon } from './common.js';
import { filters, find, pick } from './filters.js';
import { Listing } from './listing.js';
import { newSession } from './new-session.js';
import { words } from './words.js';

const STATUSES = ['idle', 'running', 'waiting_for_approval', 'waiting_for_user_question', 'failed', 'ended'];
const ANY_STATUS = [['', t('pages.common.any_status')], ...STATUSES.map((status) => [status, words(status)])];
const LABEL = t('pages.sessions.list');

class Sessions extends Element {
  #address = new Address(this, ['q', 'status']);
  #list = new Listing(this, { path: '/v1/sessions', key: (row) => row.session_id });
  #elsewhere = new Set();
  #soon = soon(() => this.#look(), 400);
  #unknown = new Set();

  connectedCallback() {
    super.connectedCallback();
    this.finally(live.watch({ all: true }, (type, data) => type === 'session_state_changed' && this.#changed(data)));
    this.listen(live, 'resync', () => this.#list.load());
    this.finally(() => this.#soon.stop());
    this.#list.load();
  }

  #changed({ session_id, status, pending_approvals, pending_questions }) {
    const row = this.#list.get(session_id);
    if (row) return this.#list.put({ ...row, status, pending_approvals, pending_questions });
    // It is new, or so old that its page was not read: the newest page tells which.
    if (this.#elsewhere.has(session_id)) return;
    this.#unknown.add(session_id);
    this.#soon();
  }

  async #look() {
    await this.#list.load();
    for (const one of this.#unknown) if (!this.#list.get(one)) this.#elsewhere.add(one);
    this.#unknown.clear();
  }

  render() {
    const { value: chosen } = this.#address;
    return html`<div class="pg">
      <div class="line"><h1>${t('state.title.sessions')}</h1>
        ${me.works ? html`<button class="primary" aria-haspopup="dialog" @click=${newSession}>${t('pages.new_session.new')}</button>` : ''}</div>
      ${filters(this.#address, html`${find(t('pages.sessions.filter'), chosen.q, (q) => this.#address.put({ q }))}
        ${pick(t('pages.common.status'), chosen.status, ANY_STATUS, (status) => this.#address.put({ status }))}`)}
      ${listed(this.#list, {
        nothing: empty(t('pages.sessions.none'), me.works ? t('pages.sessions.create') : t('pages.sessions.automatically')),
        rows: (rows) => this.#rows(rows.filter((row) => this.#fits(row))),
      })}
    </div>`;
  }

  #fits(row) {
    const { q, status } = this.#address.value;
    if (status && row.status !== status) return false;
    const wanted = q.trim().toLowerCase();
    return [row.title ?? '', row.session_id, row.persona?.display_name ?? ''].some((text) => text.toLowerCase().includes(wanted));
  }

  #rows(rows) {
    if (rows.length === 0) return empty(t('pages.sessions.no_match'), this.#list.next ? t('pages.sessions.more') : '');
    return html`<ul class="pg-rows" aria-label=${LABEL}>${repeat(rows, (row) => row.session_id, (row) => html`<li class="pg-row">
      <span class="pg-row-first"><a href=${to.session(row.session_id)}>${said(sessionName(row.session_id, row.title))}</a></span>
      <span class="pg-row-end">${chip(row.status)}</span>
      <span class="pg-row-second">${row.persona ? said(row.persona.display_name) : ''}</span>
      <span class="pg-row-far">${waits(row)}</span>
    </li>`)}</ul>`;
  }
}

function waits({ pending_approvals: approvals, pending_questions: questions }) {
  const parts = [];
  if (approvals) parts.push(t('pages.sessions.approvals', { count: approvals }));
  if (questions) parts.push(t('pages.sessions.questions', { count: questions }));
  return parts.join(', ');
}

customElements.define('hp-sessions', Sessions);

// All sessions: which are at work, which wait, and a way to begin another.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { live } from '../net/live.js';
import { me } from '../state/me.js';
import { to } from '../router.js';
import { chip, empty, id, listed, soon } from './common.js';
import { Listing } from './listing.js';
import { newSession } from './new-session.js';
import { words } from './words.js';

const STATUSES = ['idle', 'running', 'waiting_for_approval', 'waiting_for_user_question', 'failed', 'ended'];

class Sessions extends Element {
  static properties = { text: { state: true }, status: { state: true } };
  #list = new Listing(this, { path: '/v1/sessions', key: (row) => row.session_id });
  #elsewhere = new Set();
  #soon = soon(() => this.#look(), 400);
  #unknown = new Set();

  connectedCallback() {
    super.connectedCallback();
    this.text ??= '';
    this.status ??= '';
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
    return html`<div class="pg">
      <div class="line"><h1>Sessions</h1>
        ${me.works ? html`<button class="primary" aria-haspopup="dialog" @click=${newSession}>New session</button>` : ''}</div>
      <div class="pg-tools">
        <div class="pg-grow"><label for="find-session">Filter sessions</label>
          <input id="find-session" type="search" .value=${this.text} @input=${(event) => (this.text = event.target.value)} autocomplete="off"></div>
        <div><label for="session-status">Status</label>
          <select id="session-status" @change=${(event) => (this.status = event.target.value)}>
            <option value="">All</option>${STATUSES.map((status) => html`<option value=${status} ?selected=${this.status === status}>${words(status)}</option>`)}
          </select></div>
      </div>
      ${listed(this.#list, {
        nothing: empty('No sessions yet', me.works ? 'Create one here, or connect an agent.' : 'New sessions appear here automatically.'),
        rows: (rows) => this.#table(rows.filter((row) => this.#fits(row))),
      })}
    </div>`;
  }

  #fits(row) {
    if (this.status && row.status !== this.status) return false;
    const wanted = this.text.trim().toLowerCase();
    return [row.session_id, row.agent_id, row.persona?.display_name ?? ''].some((text) => text.toLowerCase().includes(wanted));
  }

  #table(rows) {
    if (rows.length === 0) return empty('No matching sessions', this.#list.next ? 'More sessions are not loaded yet.' : '');
    return html`<table class="pg-table">
      <caption class="only-read">Sessions, newest first</caption>
      <thead><tr><th scope="col">Session</th><th scope="col">Status</th><th scope="col">Waits</th><th scope="col">Agent</th></tr></thead>
      <tbody>${repeat(rows, (row) => row.session_id, (row) => html`<tr>
        <td class="pg-first"><a href=${to.session(row.session_id)}>${said(row.session_id)}</a>
          ${row.persona ? html`<span class="faint">${said(row.persona.display_name)}</span>` : ''}</td>
        <td data-label="Status">${chip(row.status)}</td>
        <td data-label="Waits">${waits(row)}</td>
        <td data-label="Agent">${id(row.agent_id)}</td>
      </tr>`)}</tbody>
    </table>`;
  }
}

function waits({ pending_approvals: approvals, pending_questions: questions }) {
  const parts = [];
  if (approvals) parts.push(`${approvals} approval${approvals === 1 ? '' : 's'}`);
  if (questions) parts.push(`${questions} question${questions === 1 ? '' : 's'}`);
  return parts.length ? parts.join(', ') : html`<span class="faint">nothing</span>`;
}

customElements.define('hp-sessions', Sessions);

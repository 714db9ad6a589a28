// <hp-administration>: who changed what about the daemon, and who was turned away, as the signed chain has it.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { live } from '../net/live.js';
import { ago, empty, every, listed } from './common.js';
import { Listing } from './listing.js';

/** Which acts, as the daemon takes them. */
const ACTS = [
  ['', 'All'], ['token.*', 'Tokens'], ['approver_key.*', 'Approver keys'], ['passkey.*', 'Passkeys'], ['enrollment.*', 'Invitations'],
  ['service_key.*', 'Service keys'], ['tenant.*', 'Tenants'], ['policy.change', 'Policies and groups'], ['rule.*', 'Rules'], ['grant.create', 'Grants'],
  ['secret.*', 'Secrets'], ['vault.rotate', 'Vault key'], ['audit.*', 'Audit'], ['backup.*', 'Backups'], ['debug.read', 'Debug artifacts'],
  ['session.*', 'Sessions'], ['schedule.*', 'Schedules'], ['persona.*', 'Personas'], ['notification.*', 'Notifications'],
  ['node.*', 'Nodes'], ['sign_in.*', 'Sign-ins'], ['access.denied', 'Access denied'], ['daemon.start', 'Starts'],
];

class Administration extends Element {
  static properties = { target: { state: true } };
  #list = new Listing(this, { path: '/v1/audit/records', key: (row) => row.record.action_id, query: () => ({ kind: 'admin', ...(this.target ? { target: this.target } : {}) }) });

  constructor() {
    super();
    this.target = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#list.load());
    this.finally(every(10_000, () => this.#list.pending || this.#list.load()));
    this.#list.load();
  }

  render() {
    return html`<section class="pg" aria-labelledby="administered"><h2 id="administered">Administration</h2>
      <div class="pg-tools"><div><label for="admin-acts">Acts</label>
        <select id="admin-acts" @change=${(event) => this.#choose(event.target.value)}>
          ${ACTS.map(([value, text]) => html`<option value=${value} ?selected=${this.target === value}>${text}</option>`)}
        </select></div></div>
      ${listed(this.#list, { nothing: empty('No such acts yet'), rows })}
    </section>`;
  }

  #choose(target) {
    this.target = target;
    this.#list.load({ anew: true });
  }
}

function rows(all) {
  return html`<table class="pg-table">
    <caption class="only-read">Acts of administration, newest first</caption>
    <thead><tr><th scope="col">Act</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">From</th><th scope="col">When</th></tr></thead>
    <tbody>${repeat(all, (row) => row.record.action_id, ({ record, evidence }) => html`<tr>
      <td class="pg-first"><code>${said(record.target)}</code>${record.outcome === 'refused' ? html` <span class="chip bad">refused</span>` : ''}</td>
      <td data-label="Who"><span>${said(record.principal_id)}${evidence?.role ? html` <span class="faint">${said(evidence.role)}</span>` : ''}</span></td>
      <td data-label="What">${what(evidence?.what)}</td>
      <td data-label="From">${evidence?.address ? html`<code>${said(evidence.address)}</code>` : '–'}</td>
      <td data-label="When">${ago(record.timestamp_ms)}</td>
    </tr>`)}</tbody>
  </table>`;
}

/** The plain members at a glance; all of it on demand. */
function what(told) {
  const plain = Object.entries(told ?? {}).filter(([name, value]) => value !== null && typeof value !== 'object' && !name.endsWith('_ms'));
  if (Object.keys(told ?? {}).length === 0) return '–';
  return html`<div>${plain.slice(0, 3).map(([name, value], i) => html`${i > 0 ? ', ' : ''}<span class="faint">${name}</span> ${said(String(value))}`)}
    <details><summary>Evidence</summary><pre class="pg-command">${said(JSON.stringify(told, null, 2))}</pre></details></div>`;
}

customElements.define('hp-administration', Administration);

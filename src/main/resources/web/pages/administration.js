// <hp-administration>: who changed what about the daemon, and who was turned away, as the signed chain has it.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { live } from '../net/live.js';
import { Address } from './address.js';
import { ago, empty, every, listed } from './common.js';
import { filters, pick } from './filters.js';
import { Listing } from './listing.js';

/** Which acts, as the daemon takes them. */
const ACTS = [
  ['', 'All acts'], ['token.*', 'Tokens'], ['approver_key.*', 'Approver keys'], ['passkey.*', 'Passkeys'], ['enrollment.*', 'Invitations'],
  ['service_key.*', 'Service keys'], ['tenant.*', 'Tenants'], ['policy.change', 'Policies and groups'], ['rule.*', 'Rules'], ['grant.create', 'Grants'],
  ['secret.*', 'Secrets'], ['vault.rotate', 'Vault key'], ['audit.*', 'Audit'], ['backup.*', 'Backups'], ['debug.read', 'Debug artifacts'],
  ['session.*', 'Sessions'], ['schedule.*', 'Schedules'], ['persona.*', 'Personas'], ['notification.*', 'Notifications'],
  ['node.*', 'Nodes'], ['sign_in.*', 'Sign-ins'], ['access.denied', 'Access denied'], ['daemon.start', 'Starts'],
];

const NOUNS = {
  token: 'Token', approver_key: 'Approver key', passkey: 'Passkey', enrollment: 'Invitation', service_key: 'Service key', tenant: 'Tenant', policy: 'Policy or group',
  rule: 'Rule', grant: 'Grant', secret: 'Secret', vault: 'Vault key', audit: 'Audit ledger', backup: 'Backup', debug: 'Debug artifact', receipt: 'Receipt', runs: 'Runs', session: 'Session', schedule: 'Schedule',
  persona: 'Persona', notification: 'Notification', node: 'Node', sign_in: 'Sign-in', access: 'Access', daemon: 'Holdpoint', state: 'State',
};
const VERBS = {
  create: 'created', change: 'changed', revoke: 'revoked', remove: 'removed', retire: 'retired', suspend: 'suspended', resume: 'resumed', rotate: 'rotated', export: 'exported',
  read: 'read', end: 'ended', start: 'started', denied: 'denied', refused: 'refused', open: 'opened', register: 'registered', adopted: 'adopted', use: 'used', offer: 'offered',
  put: 'stored', link: 'link created', share: 'shared', rotate_key: 'key changed', prune: 'pruned', list: 'listed',
  make: 'made', restore: 'restored', delete: 'deleted', add: 'added', rename: 'renamed', failed: 'failed', drain: 'drained',
};

/** token.create as people say it; what is not known as it is. */
function act(target) {
  const [noun, verb] = target.split('.');
  return NOUNS[noun] && VERBS[verb] ? `${NOUNS[noun]} ${VERBS[verb]}` : html`<code>${said(target)}</code>`;
}

class Administration extends Element {
  #address = new Address(this, ['target'], () => this.#list.load({ anew: true }));
  #list = new Listing(this, { path: '/v1/audit/records', key: (row) => row.record.action_id, query: () => ({ kind: 'admin', ...this.#address.value }) });

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#list.load());
    this.finally(every(10_000, () => this.#list.pending || this.#list.load()));
    this.#list.load();
  }

  render() {
    return html`<section class="pg" aria-labelledby="administered"><h2 id="administered">Administration</h2>
      ${filters(this.#address, pick('Acts', this.#address.value.target, ACTS, (target) => this.#address.put({ target })))}
      ${listed(this.#list, { nothing: empty('No such acts yet'), rows })}
    </section>`;
  }
}

function rows(all) {
  return html`<ul class="pg-rows" aria-label="Records of administration, newest first">${repeat(all, (row) => row.record.action_id, ({ record, evidence }) => html`<li class="pg-row">
    <span class="pg-row-first">${act(record.target)} by ${said(record.principal_id)}${evidence?.role && evidence.role !== record.principal_id ? html` <span class="faint">(${said(evidence.role)})</span>` : ''}</span>
    <span class="pg-row-end">${record.outcome === 'refused' ? html`<span class="chip bad">Refused</span>` : ''}</span>
    <div class="pg-row-second">${what(evidence?.what)}</div>
    <span class="pg-row-far">${evidence?.address ? html`from ${said(evidence.address)} · ` : ''}${ago(record.timestamp_ms)}</span>
  </li>`)}</ul>`;
}

/** Ids, digests and what is said already are evidence, and no news. */
const isPlain = ([name, value], told) => value !== null && typeof value !== 'object' && !/_ms$|_id$|sha256|^what$/.test(name) && !(name === 'principal' && value === told.name);

/** The plain members at a glance; all of it on demand. */
function what(told) {
  const plain = Object.entries(told ?? {}).filter((one) => isPlain(one, told));
  if (Object.keys(told ?? {}).length === 0) return '';
  return html`<span>${plain.slice(0, 3).map(([name, value], i) => html`${i > 0 ? ', ' : ''}${name === 'name' ? '' : `${name.replaceAll('_', ' ')} `}${said(String(value))}`)}</span>
    <details><summary>Evidence</summary><pre class="pg-command">${said(JSON.stringify(told, null, 2))}</pre></details>`;
}

customElements.define('hp-administration', Administration);

// <hp-administration>: who changed what about the daemon, and who was turned away, as the signed chain has it.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { api } from '../net/api.js';
import { live } from '../net/live.js';
import { me } from '../state/me.js';
import { Address } from './address.js';
import { ago, empty, every, listed } from './common.js';
import { filters, pick } from './filters.js';
import { Listing } from './listing.js';

/** Which acts, as the daemon takes them. */
const ACTS = [
  ['', t('pages.administration.all_acts')], ['token.*', t('pages.administration.tokens')], ['approver_key.*', t('pages.administration.approver_keys')], ['passkey.*', t('pages.administration.passkeys')], ['enrollment.*', t('pages.administration.invitations')],
  ['service_key.*', t('pages.administration.service_keys')], ['tenant.*', t('pages.administration.tenants')], ['policy.change', t('pages.administration.policies')], ['rule.*', t('pages.administration.rules')], ['grant.create', t('pages.administration.grants')],
  ['secret.*', t('pages.administration.secrets')], ['vault.rotate', t('pages.administration.vault_key')], ['audit.*', t('pages.administration.audit')], ['backup.*', t('pages.administration.backups')], ['debug.read', t('pages.administration.debug')],
  ['session.*', t('pages.administration.sessions')], ['schedule.*', t('pages.administration.schedules')], ['persona.*', t('pages.administration.personas')], ['notification.*', t('pages.administration.notifications')],
  ['node.*', t('pages.administration.nodes')], ['sign_in.*', t('pages.administration.sign_ins')], ['access.denied', t('pages.administration.access_denied')], ['daemon.start', t('pages.administration.starts')],
];

const NOUNS = {
  token: t('pages.administration.token'), approver_key: t('pages.administration.approver_key'), passkey: t('pages.administration.passkey'), enrollment: t('pages.administration.invitation'), service_key: t('pages.administration.service_key'), tenant: t('pages.common.tenant'), policy: t('pages.administration.policy'),
  rule: t('pages.administration.rule'), grant: t('pages.administration.grant'), secret: t('pages.administration.secret'), vault: t('pages.administration.vault_key'), audit: t('pages.administration.ledger'), backup: t('pages.administration.backup'), debug: t('pages.administration.debug_artifact'), receipt: t('pages.administration.receipt'), runs: t('pages.administration.runs'), session: t('parts.common.session'), schedule: t('pages.administration.schedule'),
  persona: t('pages.administration.persona'), notification: t('pages.administration.notification'), node: t('pages.administration.node'), sign_in: t('pages.administration.sign_in'), access: t('pages.administration.access'), daemon: 'Holdpoint', state: t('pages.administration.state'),
};
const VERBS = {
  create: t('pages.administration.created'), change: t('pages.administration.changed'), revoke: t('pages.administration.revoked'), remove: t('pages.administration.removed'), retire: t('pages.administration.retired'), suspend: t('pages.administration.suspended'), resume: t('pages.administration.resumed'), rotate: t('pages.administration.rotated'), export: t('pages.administration.exported'),
  read: t('pages.administration.read'), end: t('pages.administration.ended'), start: t('pages.administration.started'), denied: t('pages.administration.denied'), refused: t('pages.administration.refused'), open: t('pages.administration.opened'), register: t('pages.administration.registered'), adopted: t('pages.administration.adopted'), use: t('pages.administration.used'), offer: t('pages.administration.offered'),
  put: t('pages.administration.stored'), link: t('pages.administration.link_created'), share: t('pages.administration.shared'), rotate_key: t('pages.administration.key_changed'), prune: t('pages.administration.pruned'), list: t('pages.administration.listed'),
  make: t('pages.administration.made'), restore: t('pages.administration.restored'), delete: t('pages.administration.deleted'), add: t('pages.administration.added'), rename: t('pages.administration.renamed'), failed: t('pages.administration.failed'), drain: t('pages.administration.drained'),
};

/** token.create as people say it; what is not known as it is. */
function act(target) {
  const [noun, verb] = target.split('.');
  return NOUNS[noun] && VERBS[verb] ? t('pages.administration.act', { noun: NOUNS[noun], verb: VERBS[verb] }) : html`<code>${said(target)}</code>`;
}

class Administration extends Element {
  #address = new Address(this, ['target'], () => this.#list.load({ anew: true }));
  #list = new Listing(this, { path: '/v1/audit/records', key: (row) => row.record.action_id, query: () => ({ kind: 'admin', ...this.#address.value }) });
  /** People by the tokens that the chain names in their place; admins alone may know them. */
  #people = new Map();

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#list.load());
    this.finally(every(10_000, () => this.#list.pending || this.#list.load()));
    this.#list.load();
    if (me.caller?.role === 'admin') this.#learn();
  }

  async #learn() {
    const tokens = await api.get('/v1/tokens').catch(() => []);
    this.#people = new Map(tokens.map((one) => [one.token_id, one.principal]));
    this.requestUpdate();
  }

  #who(one) {
    const name = said(this.#people.get(one) ?? one);
    return one.startsWith('tok_') && !this.#people.has(one) ? html`<code>${name}</code>` : name;
  }

  render() {
    return html`<section class="pg" aria-labelledby="administered"><h2 id="administered">${t('pages.administration.administration')}</h2>
      ${filters(this.#address, pick(t('pages.administration.acts'), this.#address.value.target, ACTS, (target) => this.#address.put({ target })))}
      ${listed(this.#list, { nothing: empty(t('pages.administration.none')), rows: (all) => rows(all, (one) => this.#who(one)) })}
    </section>`;
  }
}

function rows(all, who) {
  return html`<ul class="pg-rows" aria-label=${t('pages.administration.list')}>${repeat(all, (row) => row.record.action_id, ({ record, evidence }) => html`<li class="pg-row">
    <span class="pg-row-first">${t('pages.administration.act_by', { act: act(record.target), name: who(record.principal_id) })}${evidence?.role && evidence.role !== record.principal_id ? html` <span class="faint">(${said(evidence.role)})</span>` : ''}</span>
    <span class="pg-row-end">${record.outcome === 'refused' ? html`<span class="chip bad">${t('pages.administration.turned_away')}</span>` : ''}</span>
    <div class="pg-row-second">${what(evidence?.what)}</div>
    <span class="pg-row-far">${evidence?.address ? html`${t('pages.administration.from', { address: said(evidence.address) })} · ` : ''}${ago(record.timestamp_ms)}</span>
  </li>`)}</ul>`;
}

/** Ids, digests and what is said already are evidence, and no news. */
const isPlain = ([name, value], told) => value !== null && typeof value !== 'object' && !/_ms$|_id$|sha256|^what$/.test(name) && !(name === 'principal' && value === told.name);

/** The plain members at a glance; all of it on demand. */
function what(told) {
  const plain = Object.entries(told ?? {}).filter((one) => isPlain(one, told));
  if (Object.keys(told ?? {}).length === 0) return '';
  return html`<span>${plain.slice(0, 3).map(([name, value], i) => html`${i > 0 ? ', ' : ''}<code>${name === 'name' ? '' : `${name.replaceAll('_', ' ')} `}${said(String(value))}</code>`)}</span>
    <details><summary>${t('pages.administration.evidence')}</summary><pre class="pg-command">${said(JSON.stringify(told, null, 2))}</pre></details>`;
}

customElements.define('hp-administration', Administration);

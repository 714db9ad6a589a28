// <hp-tokens>, <hp-browsers>, <hp-approver-keys>: by which right somebody comes in, and how admins take it back.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { plain } from '../format/text.js';
import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { me } from '../state/me.js';
import { Address } from './address.js';
import { ago, attempt, empty, every, id, listed } from './common.js';
import { confirmed } from './confirm.js';
import { filters, find, pick } from './filters.js';
import { Listing } from './listing.js';
import './until.js';

const DOT = ' · ';
const FORTNIGHT = 14 * 86_400_000;
const ROOT = 'tnt_root';
const TOKENS = [['', 'All tokens'], ['expiring', 'Expire within 14 days'], ['agents', 'Agents that reach every session'], ['people', 'People']];

/** A list that is read again now and then, whose rows can be revoked. */
class Rights extends Element {
  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.list.load());
    this.finally(every(10_000, () => this.list.pending || this.list.load()));
    this.list.load();
  }

  async revoke(wish, path, done) {
    const sure = await confirmed({ action: 'Revoke', ...wish });
    if (sure && (await attempt(done, () => api.delete(path))) !== undefined) this.list.load();
  }
}

class Tokens extends Rights {
  #address = new Address(this, ['q', 'show']);
  list = new Listing(this, { path: '/v1/tokens', isWhole: true, key: (token) => token.token_id });

  render() {
    const { q, show } = this.#address.value;
    return html`<section class="pg" aria-labelledby="tokens"><h2 id="tokens">Tokens</h2>
      ${filters(this.#address, html`${find('Filter tokens', q, (text) => this.#address.put({ q: text }))}
        ${pick('Show', show, TOKENS, (one) => this.#address.put({ show: one }))}`)}
      ${listed(this.list, {
        nothing: empty('No tokens yet', 'Create one with: holdpoint tokens create'),
        rows: (rows) => this.#rows(rows.filter((token) => this.#fits(token))),
      })}
    </section>`;
  }

  #fits({ name, principal, role, session_access: access, expires_at_ms: atMs }) {
    const { q, show } = this.#address.value;
    const wanted = q.trim().toLowerCase();
    const shown = { expiring: atMs && atMs - Date.now() < FORTNIGHT, agents: role === 'agent' && access !== 'own', people: role !== 'agent' }[show] ?? true;
    return shown && [name, principal, role].some((text) => text.toLowerCase().includes(wanted));
  }

  #rows(rows) {
    if (rows.length === 0) return empty('No matching tokens', this.list.next ? 'More tokens are not loaded yet.' : '');
    return html`<ul class="pg-rows" aria-label="Tokens, newest first">${repeat(rows, (token) => token.token_id, (token) => html`<li class="pg-row">
      <span class="pg-row-first">${said(token.name)}</span>
      <span class="pg-row-end">${token.token_id === me.caller?.principal_id ? html`<span class="faint">This is yours</span>`
          : html`<button class="pg-small deny" aria-label="Revoke the token ${plain(token.name)}" @click=${() => this.#revoke(token)}>Revoke</button>`}</span>
      <div class="pg-row-second"><p class="pg-row-line">${[
        token.role,
        token.principal === token.name ? null : html`as ${said(token.principal)}`,
        token.role === 'agent' ? (token.session_access === 'own' ? 'its own sessions' : 'every session') : null,
        token.last_used_at_ms ? html`used ${ago(token.last_used_at_ms)}` : 'never used',
      ].filter(Boolean).map((part, i) => html`${i ? DOT : ''}${part}`)}</p>${details([['Token', token.token_id], ['Tenant', token.tenant_id]])}</div>
      <span class="pg-row-far">${expiry(token.expires_at_ms)}</span>
    </li>`)}</ul>`;
  }

  #revoke({ token_id: one, name }) {
    this.revoke({ title: 'Revoke the token?', text: `Programs and browsers that use ${name} are locked out immediately.` }, `/v1/tokens/${segment(one)}`, 'The token was revoked.');
  }
}

class Browsers extends Rights {
  list = new Listing(this, { path: '/v1/web-sessions', key: (one) => one.web_session_id });

  render() {
    return html`<section class="pg" aria-labelledby="browsers"><h2 id="browsers">Signed-in browsers</h2>
      ${listed(this.list, { nothing: empty('No browsers', 'Nobody is signed in.'), rows: (rows) => this.#rows(rows) })}
    </section>`;
  }

  #rows(rows) {
    return html`<ul class="pg-rows" aria-label="Browsers, newest first">${repeat(rows, (one) => one.web_session_id, (one) => html`<li class="pg-row">
      <span class="pg-row-first">${said(one.name)}</span>
      <span class="pg-row-end">${one.state === 'offered' ? html`<span class="chip">Link not opened</span>` : ''}
        ${one.web_session_id === me.caller?.web_session_id ? html`<span class="chip accent">This browser</span>`
          : html`<button class="pg-small deny" aria-label="Revoke the ${one.state === 'offered' ? 'link' : 'browser'} of ${plain(one.name)}" @click=${() => this.#revoke(one)}>Revoke</button>`}</span>
      <div class="pg-row-second"><p class="pg-row-line">${one.role && one.role !== one.name ? html`${one.role}${DOT}` : ''}${one.opened_at_ms ? html`signed in ${ago(one.opened_at_ms)}` : html`created ${ago(one.created_at_ms)}`}</p>${details([['Browser', one.web_session_id], ['Tenant', one.tenant_id]])}</div>
      <span class="pg-row-far">${expiry(one.expires_at_ms)}</span>
    </li>`)}</ul>`;
  }

  #revoke({ web_session_id: one, name, state }) {
    const wish = state === 'offered'
      ? { title: 'Revoke the link?', text: `It no longer signs anyone in as ${name}.` }
      : { title: 'Sign out the browser?', text: `${name} has to sign in again there.` };
    this.revoke(wish, `/v1/web-sessions/${segment(one)}`, state === 'offered' ? 'The link was revoked.' : 'The browser was signed out.');
  }
}

class ApproverKeys extends Rights {
  #address = new Address(this, ['tenant'], () => this.list.load({ anew: true }));
  #tenants = new Listing(this, { path: '/v1/tenants', key: (tenant) => tenant.tenant_id });
  list = new Listing(this, { path: () => `/v1/tenants/${segment(this.#tenant)}/approver-keys`, key: (key) => key.key_id });

  connectedCallback() {
    super.connectedCallback();
    this.#tenants.load();
  }

  get #tenant() {
    return this.#address.value.tenant || ROOT;
  }

  render() {
    const others = this.#tenants.rows.filter(({ tenant_id: one }) => one !== ROOT).map(({ tenant_id: one, name }) => [one, name ?? one]);
    return html`<section class="pg" aria-labelledby="approver-keys"><h2 id="approver-keys">Approver keys</h2>
      ${others.length ? filters(this.#address, pick('Tenant', this.#address.value.tenant, [['', 'No tenant'], ...others], (tenant) => this.#address.put({ tenant }))) : ''}
      ${listed(this.list, { nothing: empty('No approver keys', 'Decisions that need a signature are signed with such a key or a passkey.'), rows: (rows) => this.#rows(rows) })}
    </section>`;
  }

  #rows(rows) {
    return html`<ul class="pg-rows" aria-label="Approver keys">${repeat(rows, (key) => key.key_id, (key) => html`<li class="pg-row">
      <span class="pg-row-first">${said(key.name ?? key.principal)}</span>
      <span class="pg-row-end"><span class="chip status ${key.state === 'active' ? 'good' : ''}">${key.state}</span>
        ${key.state === 'revoked' ? '' : html`<button class="pg-small deny" aria-label="Revoke the key ${plain(key.name ?? key.principal)}" @click=${() => this.#revoke(key)}>Revoke</button>`}</span>
      <div class="pg-row-second"><p class="pg-row-line">${key.name ? html`${said(key.principal)}${DOT}` : ''}${key.algorithm === 'webauthn' ? 'passkey' : key.algorithm}${DOT}added ${ago(key.created_at_ms)}</p>${details([['Key', key.key_id], ['Fingerprint', key.fingerprint]])}</div>
      <span class="pg-row-far">${key.not_after_ms ? expiry(key.not_after_ms) : ''}</span>
    </li>`)}</ul>`;
  }

  #revoke({ key_id: one, name, principal }) {
    this.revoke({ title: 'Revoke the approver key?', text: `Nothing can be signed with ${name ?? principal} any more. Signatures made before stay valid.` },
      `/v1/tenants/${segment(this.#tenant)}/approver-keys/${segment(one)}`, 'The approver key was revoked.');
  }
}

function details(pairs) {
  return html`<details class="pg-details"><summary>Details</summary>${pairs.filter(([, value]) => value).map(([name, value]) => html`<p class="pg-row-line">${name} ${id(value)}</p>`)}</details>`;
}

function expiry(atMs) {
  return atMs ? html`<hp-until at-ms=${atMs} .before=${'expires in '} .due=${'expired'}></hp-until>` : 'does not expire';
}

customElements.define('hp-tokens', Tokens);
customElements.define('hp-browsers', Browsers);
customElements.define('hp-approver-keys', ApproverKeys);

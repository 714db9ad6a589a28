// <hp-tokens>, <hp-browsers>, <hp-approver-keys>: by which right somebody comes in, and how admins take it back.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
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
import { expiresIn } from './until.js';
import { words } from './words.js';

const DOT = ' · ';
const FORTNIGHT = 14 * 86_400_000;
const ROOT = 'tnt_root';
const TOKENS = [['', t('pages.access.all_tokens')], ['expiring', t('pages.access.expiring')], ['agents', t('pages.access.for_agents')], ['people', t('pages.access.people')]];

/** A list that is read again now and then, whose rows can be revoked. */
class Rights extends Element {
  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.list.load());
    this.finally(every(10_000, () => this.list.pending || this.list.load()));
    this.list.load();
  }

  async revoke(wish, path, done) {
    const sure = await confirmed({ action: t('pages.common.revoke'), ...wish });
    if (sure && (await attempt(done, () => api.delete(path))) !== undefined) this.list.load();
  }
}

class Tokens extends Rights {
  #address = new Address(this, ['q', 'show']);
  list = new Listing(this, { path: '/v1/tokens', isWhole: true, key: (token) => token.token_id });

  render() {
    const { q, show } = this.#address.value;
    return html`<section class="pg" aria-labelledby="tokens"><h2 id="tokens">${t('pages.access.tokens')}</h2>
      ${filters(this.#address, html`${find(t('pages.access.filter_tokens'), q, (text) => this.#address.put({ q: text }))}
        ${pick(t('pages.access.show'), show, TOKENS, (one) => this.#address.put({ show: one }))}`)}
      ${listed(this.list, {
        nothing: empty(t('pages.access.no_tokens'), t('pages.access.create_tokens')),
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
    if (rows.length === 0) return empty(t('pages.access.no_matching_tokens'), this.list.next ? t('pages.access.more_tokens') : '');
    return html`<ul class="pg-rows" aria-label=${t('pages.access.tokens_list')}>${repeat(rows, (token) => token.token_id, (token) => html`<li class="pg-row">
      <span class="pg-row-first">${said(token.name)}</span>
      <span class="pg-row-end">${token.token_id === me.caller?.principal_id ? html`<span class="faint">${t('pages.access.yours')}</span>`
          : html`<button class="pg-small deny" aria-label=${t('pages.access.revoke_token', { name: plain(token.name) })} @click=${() => this.#revoke(token)}>${t('pages.common.revoke')}</button>`}</span>
      <div class="pg-row-second"><p class="pg-row-line">${[
        token.role,
        token.principal === token.name ? null : t('pages.access.as', { name: said(token.principal) }),
        token.role === 'agent' ? (token.session_access === 'own' ? t('pages.access.own_sessions') : t('pages.access.every_session')) : null,
        t('pages.access.created', { when: ago(token.created_at_ms) }),
      ].filter(Boolean).map((part, i) => html`${i ? DOT : ''}${part}`)}</p>${details([[t('pages.access.token'), token.token_id], [t('pages.common.tenant'), token.tenant_id]])}</div>
      <span class="pg-row-far">${expiry(token.expires_at_ms)}</span>
    </li>`)}</ul>`;
  }

  #revoke({ token_id: one, name }) {
    this.revoke({ title: t('pages.access.revoke_token_title'), text: t('pages.access.revoke_token_text', { name }) }, `/v1/tokens/${segment(one)}`, t('pages.access.token_revoked'));
  }
}

class Browsers extends Rights {
  list = new Listing(this, { path: '/v1/web-sessions', key: (one) => one.web_session_id });

  render() {
    return html`<section class="pg" aria-labelledby="browsers"><h2 id="browsers">${t('pages.access.browsers')}</h2>
      ${listed(this.list, { nothing: empty(t('pages.access.no_browsers'), t('pages.access.nobody_signed_in')), rows: (rows) => this.#rows(rows) })}
    </section>`;
  }

  #rows(rows) {
    return html`<ul class="pg-rows" aria-label=${t('pages.access.browsers_list')}>${repeat(rows, (one) => one.web_session_id, (one) => html`<li class="pg-row">
      <span class="pg-row-first">${said(one.name)}</span>
      <span class="pg-row-end">${one.state === 'offered' ? html`<span class="chip">${t('pages.access.link_not_opened')}</span>` : ''}
        ${one.web_session_id === me.caller?.web_session_id ? html`<span class="chip accent">${t('pages.access.this_browser')}</span>`
          : html`<button class="pg-small deny" aria-label=${one.state === 'offered' ? t('pages.access.revoke_link_of', { name: plain(one.name) }) : t('pages.access.revoke_browser_of', { name: plain(one.name) })} @click=${() => this.#revoke(one)}>${t('pages.common.revoke')}</button>`}</span>
      <div class="pg-row-second"><p class="pg-row-line">${one.role && one.role !== one.name ? html`${one.role}${DOT}` : ''}${one.opened_at_ms ? t('pages.access.signed_in', { when: ago(one.opened_at_ms) }) : t('pages.access.created', { when: ago(one.created_at_ms) })}</p>${details([[t('pages.access.browser'), one.web_session_id], [t('pages.common.tenant'), one.tenant_id]])}</div>
      <span class="pg-row-far">${expiry(one.expires_at_ms)}</span>
    </li>`)}</ul>`;
  }

  #revoke({ web_session_id: one, name, state }) {
    const wish = state === 'offered'
      ? { title: t('pages.access.revoke_link_title'), text: t('pages.access.revoke_link_text', { name }) }
      : { title: t('pages.access.sign_out_title'), text: t('pages.access.sign_out_text', { name }) };
    this.revoke(wish, `/v1/web-sessions/${segment(one)}`, state === 'offered' ? t('pages.access.link_revoked') : t('pages.access.browser_signed_out'));
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
    return html`<section class="pg" aria-labelledby="approver-keys"><h2 id="approver-keys">${t('pages.access.approver_keys')}</h2>
      ${others.length ? filters(this.#address, pick(t('pages.common.tenant'), this.#address.value.tenant, [['', t('pages.access.no_tenant')], ...others], (tenant) => this.#address.put({ tenant }))) : ''}
      ${listed(this.list, { nothing: empty(t('pages.access.no_approver_keys'), t('pages.access.keys_hint')), rows: (rows) => this.#rows(rows) })}
    </section>`;
  }

  #rows(rows) {
    return html`<ul class="pg-rows" aria-label=${t('pages.access.approver_keys')}>${repeat(rows, (key) => key.key_id, (key) => html`<li class="pg-row">
      <span class="pg-row-first">${said(key.name ?? key.principal)}</span>
      <span class="pg-row-end"><span class="chip status ${key.state === 'active' ? 'good' : ''}">${words(key.state)}</span>
        ${key.state === 'revoked' ? '' : html`<button class="pg-small deny" aria-label=${t('pages.access.revoke_key', { name: plain(key.name ?? key.principal) })} @click=${() => this.#revoke(key)}>${t('pages.common.revoke')}</button>`}</span>
      <div class="pg-row-second"><p class="pg-row-line">${key.name ? html`${said(key.principal)}${DOT}` : ''}${key.algorithm === 'webauthn' ? t('pages.access.passkey') : key.algorithm}${DOT}${t('pages.access.added', { when: ago(key.created_at_ms) })}</p>${details([[t('pages.access.key'), key.key_id], [t('pages.access.fingerprint'), key.fingerprint]])}</div>
      <span class="pg-row-far">${key.not_after_ms ? expiry(key.not_after_ms) : ''}</span>
    </li>`)}</ul>`;
  }

  #revoke({ key_id: one, name, principal }) {
    this.revoke({ title: t('pages.access.revoke_key_title'), text: t('pages.access.revoke_key_text', { name: name ?? principal }) },
      `/v1/tenants/${segment(this.#tenant)}/approver-keys/${segment(one)}`, t('pages.access.key_revoked'));
  }
}

function details(pairs) {
  return html`<details class="pg-details"><summary>${t('parts.common.details')}</summary>${pairs.filter(([, value]) => value).map(([name, value]) => html`<p class="pg-row-line">${name} ${id(value)}</p>`)}</details>`;
}

function expiry(atMs) {
  return atMs ? html`<hp-until at-ms=${atMs} .before=${expiresIn} .due=${t('pages.until.expired')}></hp-until>` : t('pages.access.no_expiry');
}

customElements.define('hp-tokens', Tokens);
customElements.define('hp-browsers', Browsers);
customElements.define('hp-approver-keys', ApproverKeys);

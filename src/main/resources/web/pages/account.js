// Who one is here, until when, and one's own passkeys.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { ofDaemon, t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { register } from '../net/passkeys.js';
import { me } from '../state/me.js';
import { ago, at, facts, failed, loading } from './common.js';

const ROOT = 'tnt_root';

class Account extends Element {
  static properties = { problem: { state: true }, busy: { state: true }, renaming: { state: true } };
  #passkeys = new Loaded(this, (signal) => api.get('/v1/passkeys', { signal }));

  connectedCallback() {
    super.connectedCallback();
    const read = () => me.caller && me.caller.role !== 'agent' && this.#passkeys.load();
    this.listen(live, 'resync', read);
    read();
  }

  render() {
    const { value: all, problem } = this.#passkeys;
    if (!me.caller) return ''; // signed out: the sign-in page is about to come
    const { name, role, tenant_id: tenant, expires_at_ms: until, passkeys: support } = me.caller;
    return html`<div class="pg account">
      <div class="line"><h1>${t('pages.account.account')}</h1><button type="button" ?disabled=${this.busy} @click=${() => this.#leave()}>${t('pages.account.sign_out')}</button></div>
      <section class="card" aria-labelledby="account-who"><h2 id="account-who" class="only-read">${t('pages.account.who')}</h2>
        <p>${t('pages.account.signed_in_as', { name: said(name) })}</p>
        ${facts([[t('pages.account.role'), role], [t('pages.common.tenant'), tenant === ROOT ? '' : said(tenant)], [t('pages.account.signed_in_until'), until ? at(until) : '']])}
      </section>
      <section class="card" aria-labelledby="account-passkeys"><h2 id="account-passkeys">${t('pages.account.passkeys')}</h2>
      <p class="faint">${t('pages.account.passkeys_hint')}</p>
      ${support.available ? '' : html`<p class="wrong">${ofDaemon(support.reason)}</p>`}
      ${problem ? failed(problem, () => this.#passkeys.load()) : ''}
      ${all ? this.#rows(all) : problem ? '' : loading()}
      <p role="alert" class="wrong">${this.problem ?? ''}</p>
      <form @submit=${(event) => this.#add(event, all ?? [])}>
        <label for="passkey-name">${t('pages.account.new_name')}</label>
        <input id="passkey-name" name="name" required maxlength="200" autocomplete="off">
        <button class="primary" ?disabled=${this.busy || !support.available || !all}>${t('pages.account.add')}</button>
      </form>
      </section>
    </div>`;
  }

  #leave() {
    this.#done(() => me.signOut());
  }

  #rows(all) {
    if (all.length === 0) return html`<p>${t('pages.account.none')}</p>`;
    return html`<ul class="pg-plain">${repeat(all, (one) => one.key_id, (one) => html`<li>
      ${this.renaming === one.key_id ? this.#rename(one) : this.#row(one)}
    </li>`)}</ul>`;
  }

  #row(one) {
    const name = said(one.name ?? t('pages.administration.passkey'));
    return html`<span class="account-key"><strong>${name}</strong>
      <span class="faint">${one.last_used_at_ms ? t('pages.access.used', { when: ago(one.last_used_at_ms) }) : t('pages.access.never_used')}</span></span>
      <button type="button" ?disabled=${this.busy} @click=${() => { this.renaming = one.key_id; }}>${t('pages.account.rename', { name })}</button>
      <button type="button" ?disabled=${this.busy} @click=${() => this.#remove(one)}>${t('pages.account.remove', { name })}</button>`;
  }

  #rename(one) {
    return html`<form @submit=${(event) => this.#renamed(event, one)}>
      <label for="passkey-rename">${t('pages.account.rename_to')}</label>
      <input id="passkey-rename" name="name" required maxlength="200" autocomplete="off" .value=${one.name ?? ''}>
      <button class="primary" ?disabled=${this.busy}>${t('parts.common.save')}</button>
      <button type="button" @click=${() => { this.renaming = null; }}>${t('parts.common.cancel')}</button>
    </form>`;
  }

  #renamed(event, one) {
    event.preventDefault();
    const name = new FormData(event.target).get('name').trim();
    this.#done(async () => {
      await api.patch(`/v1/passkeys/${segment(one.key_id)}`, { name });
      this.renaming = null;
    });
  }

  updated(changed) {
    if (changed.has('renaming') && this.renaming) this.querySelector('#passkey-rename')?.focus();
  }

  #add(event, all) {
    event.preventDefault();
    const form = event.target;
    const name = new FormData(form).get('name').trim();
    const { principal_id: id, name: who } = me.caller;
    this.#done(async () => {
      await register({ id, name: who }, all.map((one) => one.credential_id), { name });
      form.reset();
    });
  }

  #remove(one) {
    this.#done(() => api.delete(`/v1/passkeys/${segment(one.key_id)}`));
  }

  async #done(deed) {
    this.busy = true;
    this.problem = null;
    try {
      await deed();
      if (me.caller && this.isConnected) await this.#passkeys.load();
    } catch (problem) {
      this.problem = problem.detail;
    }
    this.busy = false;
  }
}

customElements.define('hp-account', Account);

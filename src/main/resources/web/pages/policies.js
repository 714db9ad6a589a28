// Who must agree to what: the policies in their order, the first that matches holds.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { plain } from '../format/text.js';
import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { Loaded } from '../parts/loaded.js';
import { inbox } from '../state/inbox.js';
import { readLists } from '../state/lists.js';
import { me } from '../state/me.js';
import { Address } from './address.js';
import { attempt, empty, every, listed, soon } from './common.js';
import { confirmed } from './confirm.js';
import { filters, find, pick } from './filters.js';
import { Listing } from './listing.js';
import { bodyOf, matchWords, warningWords } from './policy.js';
import './policy-form.js';
import './policy-versions.js';

const SHOWN = [['', t('pages.policies.all')], ['warnings', t('pages.policies.with_warnings')], ['enabled', t('pages.policies.enabled')], ['disabled', t('pages.policies.disabled')]];

const RISKS = { low: t('pages.policies.low'), high: t('pages.policies.high') };

class Policies extends Element {
  /** The id of the policy that is changed, 'new' for one to be made. */
  static properties = { editing: { state: true }, busy: { state: true } };
  #address = new Address(this, ['q', 'show']);
  #list = new Listing(this, { path: '/v1/approval-policies', key: (policy) => policy.policy_id });

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#list.load());
    for (const type of ['asked', 'settled', 'updated']) this.listen(inbox, type, this.#again);
    this.finally(() => this.#again.stop());
    this.finally(every(10_000, () => this.#list.pending || this.#list.load()));
    this.#list.load();
  }

  /** The policy of each request that waits under one. */
  #waits = new Loaded(this, async (signal) => {
    const found = [];
    await readLists(signal, (rows) => rows.forEach(({ row }) => found.push(row.request.standing?.policy?.policy_id)));
    return found;
  });
  #again = soon(() => this.#waits.load());

  /** What waits under each is of before when a policy has changed. */
  #followed = null;

  willUpdate() {
    if (!this.#list.loaded) return;
    const now = this.#list.rows.map(({ policy_id: id, version, position }) => `${id} ${version} ${position}`).join();
    if (this.#followed !== now) this.#waits.load();
    this.#followed = now;
  }

  render() {
    return html`<div class="pg">
      <div class="line"><h1>${t('pages.policies.policies')}</h1>
        ${me.rules ? html`<button class="primary" id="policy-new" aria-expanded=${this.editing === 'new' ? 'true' : 'false'} @click=${() => (this.editing = this.editing === 'new' ? '' : 'new')}>${t('pages.policies.new')}</button>` : ''}</div>
      <p class="faint">${t('pages.policies.about')}</p>
      ${this.editing === 'new' ? this.#form(null) : ''}
      ${listed(this.#list, {
        nothing: empty(t('pages.policies.none'), t('pages.policies.none_hint')),
        rows: (rows) => this.#cards(rows),
      })}
    </div>`;
  }

  #cards(rows) {
    const { q, show } = this.#address.value;
    const wanted = q.trim().toLowerCase();
    const fits = (policy) => [policy.name, policy.needs, matchWords(policy)].some((text) => text.toLowerCase().includes(wanted))
      && (!show || (show === 'warnings' ? policy.warnings.length > 0 : policy.enabled === (show === 'enabled')));
    const shown = rows.filter(fits);
    return html`${filters(this.#address, html`${find(t('pages.policies.filter'), q, (text) => this.#address.put({ q: text }))}
        ${pick(t('pages.access.show'), show, SHOWN, (one) => this.#address.put({ show: one }))}`)}
      ${shown.length === 0 ? empty(t('pages.policies.no_match')) : html`<ol class="pg-cards pol-list" aria-label=${t('pages.policies.policies')}>${repeat(shown, (policy) => policy.policy_id, (policy) => this.#card(policy, rows.indexOf(policy), rows.length))}</ol>`}`;
  }

  #card(policy, i, count) {
    const { policy_id: id, name } = policy;
    if (this.editing === id) return html`<li>${this.#form(policy)}</li>`;
    return html`<li class="card" id="policy-${id}">
      <div class="line"><h2 class="pg-lead">${policy.position}. ${said(name)}${policy.enabled ? '' : html` <span class="chip warn">${t('pages.policies.chip_disabled')}</span>`}${policy.risk === 'normal' ? '' : html` <span class="chip">${RISKS[policy.risk] ?? policy.risk}</span>`}</h2>
        <span class="faint">${this.#waiting(id)}</span></div>
      <p><code class="pol-needs">${said(policy.needs)}</code></p>
      <p>${said(matchWords(policy))}.${policy.signature_required ? ` ${t('pages.policies.signature')}` : ''}${policy.veto && policy.veto !== 'anyone' ? html` ${t('pages.policies.veto', { who: html`<code>${said(policy.veto)}</code>` })}` : ''}</p>
      ${policy.note ? html`<p class="faint">${said(policy.note)}</p>` : ''}
      ${policy.warnings.length > 0 ? html`<ul class="pol-warnings" aria-label=${t('pages.policies.warnings')}>${policy.warnings.map((warning) => html`<li>${said(warningWords(warning))}</li>`)}</ul>` : ''}
      ${me.rules ? this.#buttons(policy, i, count) : ''}
      <hp-policy-versions .policy=${policy}></hp-policy-versions>
    </li>`;
  }

  #waiting(id) {
    if (!this.#waits.value) return '';
    const waiting = this.#waits.value.filter((one) => one === id).length;
    return waiting === 0 ? t('pages.policies.nothing_waits') : t('pages.policies.waiting', { count: waiting });
  }

  #buttons(policy, i, count) {
    const name = plain(policy.name);
    const off = (is) => (is || this.busy ? 'true' : 'false');
    const button = (what, label, named, is, run) => html`<button data-do=${what} aria-label=${named} aria-disabled=${off(is)} @click=${() => is || this.busy || run()}>${label}</button>`;
    return html`<div class="row pol-buttons">
      ${button('change', t('pages.common.change'), t('pages.group_form.change', { name }), false, () => (this.editing = policy.policy_id))}
      ${button('up', t('pages.policies.up'), t('pages.policies.up_named', { name }), i === 0, () => this.#put(policy, { position: policy.position - 1 }, t('pages.policies.moved_up'), 'up'))}
      ${button('down', t('pages.policies.down'), t('pages.policies.down_named', { name }), i === count - 1, () => this.#put(policy, { position: policy.position + 1 }, t('pages.policies.moved_down'), 'down'))}
      ${button('enable', policy.enabled ? t('pages.policies.disable') : t('pages.policies.enable'), policy.enabled ? t('pages.policies.disable_named', { name }) : t('pages.policies.enable_named', { name }), false, () => this.#put(policy, { enabled: !policy.enabled }, policy.enabled ? t('pages.policies.was_disabled') : t('pages.policies.was_enabled'), 'enable'))}
      <button class="deny" aria-label=${t('pages.account.remove', { name })} @click=${() => this.#remove(policy)}>${t('pages.common.remove')}</button>
    </div>`;
  }

  #form(policy) {
    return html`<hp-policy-form .policy=${policy} @made=${() => this.#done(policy)} @left=${() => this.#done(policy)}></hp-policy-form>`;
  }

  async #done(policy) {
    this.editing = '';
    this.#list.load();
    await this.updateComplete;
    (policy ? this.#button(policy.policy_id, 'change') : this.querySelector('#policy-new'))?.focus();
  }

  #button(id, what) {
    return this.querySelector(`#policy-${CSS.escape(id)} [data-do=${what}]`);
  }

  /** After a move by keyboard the focus stays on the same button. */
  async #put(policy, change, done, what) {
    this.busy = true;
    const changed = await attempt(done, () => api.put(`/v1/approval-policies/${segment(policy.policy_id)}`, { ...bodyOf(policy), ...change }));
    await this.#list.load();
    this.busy = false;
    await this.updateComplete;
    if (changed !== undefined) this.#button(policy.policy_id, what)?.focus();
  }

  async #remove(policy) {
    const sure = await confirmed({ title: t('pages.policies.remove_title'), text: t('pages.policies.remove_text', { name: policy.name }), action: t('pages.common.remove') });
    if (sure && (await attempt(t('pages.policies.removed'), () => api.delete(`/v1/approval-policies/${segment(policy.policy_id)}`))) !== undefined) this.#list.load();
  }
}

customElements.define('hp-policies', Policies);

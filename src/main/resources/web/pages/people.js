// Who can decide here, by which right, and the groups that policies name.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { said } from '../parts/text.js';
import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { me } from '../state/me.js';
import { Address } from './address.js';
import { empty, every, listed } from './common.js';
import { refusalWords } from './conflict.js';
import { confirmed } from './confirm.js';
import { Listing } from './listing.js';
import { panel, tabs } from './tabs.js';
import './access.js';
import './group-form.js';

const ROOT = 'tnt_root';
const TABS = [['people', t('pages.people.people_groups')], ['tokens', t('pages.access.tokens')], ['browsers', t('pages.people.browsers')], ['keys', t('pages.access.approver_keys')]];
const DOT = ' · ';

class People extends Element {
  /** The id of the group that is changed, 'new' for one to be made. */
  static properties = { editing: { state: true } };
  #address = new Address(this, ['tab', 'q', 'show']);
  #people = new Listing(this, { path: '/v1/people', key: (person) => person.name });
  #groups = new Listing(this, { path: '/v1/groups', key: (group) => group.group_id });

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#load());
    this.finally(every(10_000, () => this.#people.pending || this.#groups.pending || this.#load()));
    this.#load();
  }

  #load() {
    this.#people.load();
    this.#groups.load();
  }

  get #tab() {
    const { tab } = this.#address.value;
    return this.#tabs.some(([one]) => one === tab) ? tab : TABS[0][0];
  }

  /** Tokens, browsers and keys are for admins of all tenants. */
  get #tabs() {
    return me.rules ? TABS : TABS.slice(0, 1);
  }

  render() {
    const tab = this.#tab;
    return html`<div class="pg">
      <h1>${t('pages.access.people')}</h1>
      ${this.#tabs.length > 1 ? html`${tabs('people', t('pages.people.who'), this.#tabs, tab, (next) => this.#address.put({ tab: next === TABS[0][0] ? '' : next, show: '', q: '' }))}
        ${panel('people', tab, this.#shown(tab))}` : this.#shown(tab)}
    </div>`;
  }

  #shown(tab) {
    if (tab === 'tokens') return html`<hp-tokens></hp-tokens>`;
    if (tab === 'browsers') return html`<hp-browsers></hp-browsers>`;
    return tab === 'keys' ? html`<hp-approver-keys></hp-approver-keys>` : this.#everybody();
  }

  #everybody() {
    return html`<section class="pg" aria-labelledby="people-groups">
        <div class="line"><h2 id="people-groups">${t('pages.people.groups')}</h2>
          ${me.rules ? html`<button class="primary" id="group-new" aria-expanded=${this.editing === 'new' ? 'true' : 'false'} @click=${() => (this.editing = this.editing === 'new' ? '' : 'new')}>${t('pages.group_form.new')}</button>` : ''}</div>
        ${this.editing === 'new' ? this.#form(null) : ''}
        ${listed(this.#groups, {
          nothing: empty(t('pages.people.no_groups'), t('pages.people.no_groups_hint')),
          rows: (rows) => html`<ul class="pg-cards" aria-label=${t('pages.people.groups')}>${repeat(rows, (group) => group.group_id, (group) => this.#group(group))}</ul>`,
        })}
      </section>
      <section class="pg" aria-labelledby="people-all">
        <h2 id="people-all">${t('pages.access.people')}</h2>
        <p class="faint">${t('pages.people.hint')}</p>
        ${listed(this.#people, { nothing: empty(t('pages.people.nobody')), rows: (rows) => this.#rows(rows) })}
      </section>`;
  }

  #group(group) {
    if (this.editing === group.group_id) return html`<li>${this.#form(group)}</li>`;
    const cannot = new Set(this.#people.rows.filter((person) => !person.can_decide).map(({ name }) => name));
    return html`<li class="card" id="group-${group.group_id}">
      <div class="line"><h3 class="pg-lead">${said(group.name)}${group.tenant_id === ROOT ? '' : html` <span class="faint">${t('pages.people.of_tenant', { tenant: html`<code>${said(group.tenant_id)}</code>` })}</span>`}</h3>
        ${me.rules ? html`<div class="row"><button aria-label=${t('pages.group_form.change', { name: group.name })} @click=${() => (this.editing = group.group_id)}>${t('pages.common.change')}</button>
          <button class="deny" aria-label=${t('pages.account.remove', { name: group.name })} @click=${() => this.#remove(group)}>${t('pages.common.remove')}</button></div>` : ''}</div>
      ${group.members.length === 0
        ? html`<p class="faint">${t('pages.people.no_members')}</p>`
        : html`<ul class="pg-names" aria-label=${t('pages.people.members')}>${group.members.map((name) => html`<li><span class="chip">${cannot.has(name) ? t('pages.people.cannot', { name: said(name) }) : said(name)}</span></li>`)}</ul>`}
    </li>`;
  }

  #form(group) {
    return html`<hp-group-form .group=${group} .people=${this.#people.rows} @made=${() => this.#done(group)} @left=${() => this.#done(group)}></hp-group-form>`;
  }

  /** The focus goes back to where it came from. */
  async #done(group) {
    this.editing = '';
    this.#load();
    await this.updateComplete;
    (group ? this.querySelector(`#group-${CSS.escape(group.group_id)} button`) : this.querySelector('#group-new'))?.focus();
  }

  async #remove(group) {
    const sure = await confirmed({ title: t('pages.people.remove_title'), text: t('pages.people.remove_text', { name: group.name, count: group.members.length }), action: t('pages.common.remove') });
    if (!sure) return;
    try {
      await api.delete(`/v1/groups/${segment(group.group_id)}`);
      announce(t('pages.people.removed'), 'done');
    } catch (problem) {
      announce(await refusalWords(problem), 'wrong');
    }
    this.#load();
  }

  #rows(rows) {
    return html`<ul class="pg-rows" aria-label=${t('pages.access.people')}>${repeat(rows, (person) => person.name, (person) => html`<li class="pg-row">
      <span class="pg-row-first">${said(person.name)}</span>
      <span class="pg-row-end">${person.can_decide ? html`<span class="chip good">${t('pages.people.can')}</span>` : html`<span class="chip">${t('pages.people.cant')}</span>`}</span>
      <span class="pg-row-second">${about(person)}</span>
      <span class="pg-row-far"></span>
    </li>`)}</ul>`;
  }
}

function about({ name, roles, groups, approver_keys: keys }) {
  const parts = [
    roles.length && roles.join() !== name ? roles.join(', ') : null,
    groups.length ? t('pages.people.in', { groups: groups.map((group, i) => html`${i > 0 ? ', ' : ''}${said(group)}`) }) : null,
    keys.length ? t('pages.people.keys', { count: keys.length }) : null,
  ].filter(Boolean);
  return parts.map((part, i) => html`${i > 0 ? DOT : ''}${part}`);
}

customElements.define('hp-people', People);

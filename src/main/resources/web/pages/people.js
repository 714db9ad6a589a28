// Who can decide here, by which right, and the groups that policies name.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
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
const TABS = [['people', 'People and groups'], ['tokens', 'Tokens'], ['browsers', 'Browsers'], ['keys', 'Approver keys']];
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
      <h1>People</h1>
      ${this.#tabs.length > 1 ? html`${tabs('people', 'Who may come in', this.#tabs, tab, (next) => this.#address.put({ tab: next === TABS[0][0] ? '' : next, show: '', q: '' }))}
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
        <div class="line"><h2 id="people-groups">Groups</h2>
          ${me.rules ? html`<button class="primary" id="group-new" aria-expanded=${this.editing === 'new' ? 'true' : 'false'} @click=${() => (this.editing = this.editing === 'new' ? '' : 'new')}>New group</button>` : ''}</div>
        ${this.editing === 'new' ? this.#form(null) : ''}
        ${listed(this.#groups, {
          nothing: empty('No groups yet', 'Policies name groups: the people who must agree to a request.'),
          rows: (rows) => html`<ul class="pg-cards" aria-label="Groups">${repeat(rows, (group) => group.group_id, (group) => this.#group(group))}</ul>`,
        })}
      </section>
      <section class="pg" aria-labelledby="people-all">
        <h2 id="people-all">People</h2>
        <p class="faint">Everyone named by a token of an admin or operator, an approver key, or a group.</p>
        ${listed(this.#people, { nothing: empty('Nobody yet'), rows: (rows) => this.#rows(rows) })}
      </section>`;
  }

  #group(group) {
    if (this.editing === group.group_id) return html`<li>${this.#form(group)}</li>`;
    const cannot = new Set(this.#people.rows.filter((person) => !person.can_decide).map(({ name }) => name));
    return html`<li class="card" id="group-${group.group_id}">
      <div class="line"><h3 class="pg-lead">${said(group.name)}${group.tenant_id === ROOT ? '' : html` <span class="faint">of tenant <code>${said(group.tenant_id)}</code></span>`}</h3>
        ${me.rules ? html`<div class="row"><button aria-label="Change ${group.name}" @click=${() => (this.editing = group.group_id)}>Change</button>
          <button class="deny" aria-label="Remove ${group.name}" @click=${() => this.#remove(group)}>Remove</button></div>` : ''}</div>
      ${group.members.length === 0
        ? html`<p class="faint">No members. Nobody can agree in its name.</p>`
        : html`<ul class="pg-names" aria-label="Members">${group.members.map((name) => html`<li><span class="chip">${said(name)}${cannot.has(name) ? ' (cannot decide)' : ''}</span></li>`)}</ul>`}
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
    const sure = await confirmed({ title: 'Remove the group?', text: `${group.name} has ${group.members.length} member${group.members.length === 1 ? '' : 's'}. A group that a policy names cannot be removed.`, action: 'Remove' });
    if (!sure) return;
    try {
      await api.delete(`/v1/groups/${segment(group.group_id)}`);
      announce('The group was removed.', 'done');
    } catch (problem) {
      announce(await refusalWords(problem), 'wrong');
    }
    this.#load();
  }

  #rows(rows) {
    return html`<ul class="pg-rows" aria-label="People">${repeat(rows, (person) => person.name, (person) => html`<li class="pg-row">
      <span class="pg-row-first">${said(person.name)}</span>
      <span class="pg-row-end">${person.can_decide ? html`<span class="chip good">Can decide</span>` : html`<span class="chip">Can't decide</span>`}</span>
      <span class="pg-row-second">${about(person)}</span>
      <span class="pg-row-far"></span>
    </li>`)}</ul>`;
  }
}

function about({ name, roles, groups, approver_keys: keys }) {
  const parts = [
    roles.length && roles.join() !== name ? roles.join(', ') : null,
    groups.length ? groups.map((group, i) => html`${i > 0 ? ', ' : 'in '}${said(group)}`) : null,
    keys.length ? (keys.length === 1 ? '1 approver key' : `${keys.length} approver keys`) : null,
  ].filter(Boolean);
  return parts.map((part, i) => html`${i > 0 ? DOT : ''}${part}`);
}

customElements.define('hp-people', People);

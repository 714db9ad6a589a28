// Who can decide here, by which right, and the groups that policies name.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { said } from '../parts/text.js';
import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { me } from '../state/me.js';
import { chip, empty, every, listed } from './common.js';
import { refusalWords } from './conflict.js';
import { confirmed } from './confirm.js';
import { Listing } from './listing.js';
import './group-form.js';

const ROOT = 'tnt_root';

class People extends Element {
  /** The id of the group that is changed, 'new' for one to be made. */
  static properties = { editing: { state: true } };
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

  render() {
    return html`<div class="pg">
      <h1>People</h1>
      <section class="pg" aria-labelledby="people-groups">
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
        <p class="faint">Everybody whom a token of an admin or operator, an approver key, or a group names.</p>
        ${listed(this.#people, { nothing: empty('Nobody yet'), rows: (rows) => this.#table(rows) })}
      </section>
    </div>`;
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

  #table(rows) {
    return html`<table class="pg-table"><caption class="only-read">People</caption>
      <thead><tr><th scope="col">Name</th><th scope="col">Can decide</th><th scope="col">Roles</th><th scope="col">Approver keys</th><th scope="col">Groups</th></tr></thead>
      <tbody>${repeat(rows, (person) => person.name, (person) => html`<tr>
        <td class="pg-first"><b>${said(person.name)}</b></td>
        <td data-label="Can decide">${person.can_decide ? 'yes' : chip('no')}</td>
        <td data-label="Roles">${person.roles.join(', ') || '–'}</td>
        <td data-label="Approver keys">${person.approver_keys.length > 0 ? person.approver_keys.map((key) => html`<code class="pg-id">${said(key)}</code> `) : '–'}</td>
        <td data-label="Groups">${person.groups.length > 0 ? person.groups.map((name, i) => html`${i > 0 ? ', ' : ''}${said(name)}`) : '–'}</td>
      </tr>`)}</tbody>
    </table>`;
  }
}

customElements.define('hp-people', People);

// <hp-filter-bar>: the search, and which prompts are shown. Tells 'filter' with the new one.

import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { plain } from '../format/text.js';
import { api } from '../net/api.js';
import { inbox } from '../state/inbox.js';
import { me } from '../state/me.js';
import { NO_FILTER, choices, isFiltering } from './filter.js';

const PAUSE_MS = 120;
const MOST_GROUPS = 500;
const TICKS = [
  ['soon', 'Deadline within 10 min'],
  ['unclaimed', 'Unclaimed'],
  ['unseen', 'Nobody has looked'],
  ['snoozed', 'Snoozed by you'],
];

class FilterBar extends Element {
  static properties = { filter: { attribute: false }, shown: { type: Number }, total: { type: Number }, open: { state: true } };
  #timer = 0;
  #known = new Loaded(this, async (signal) => (await api.page('/v1/groups', { limit: MOST_GROUPS }, { signal })).items);

  connectedCallback() {
    super.connectedCallback();
    this.finally(() => clearTimeout(this.#timer));
  }

  render() {
    const { filter } = this;
    const chosen = ['kind', 'agent', 'session', 'soon', 'group', 'unclaimed', 'unseen', 'snoozed'].filter((name) => filter[name]).length;
    return html`<div class="inbox-filter" role="search" aria-label="Prompts">
      <div class="inbox-find">
        <label class="only-read" for="inbox-search">Search</label>
        <input id="inbox-search" type="search" placeholder="Search  /" autocomplete="off" spellcheck="false" maxlength="200"
          .value=${live(this.#typed ?? filter.text)} @input=${(event) => this.#typing(event.target.value)} @keydown=${(event) => this.#key(event)}>
        <button class="inbox-more" aria-expanded=${this.open ? 'true' : 'false'} aria-controls="inbox-filters" @click=${() => this.#unfold()}
          >Filter${chosen ? html` <span class="count">${chosen}</span>` : ''}</button>
      </div>
      <div id="inbox-filters" class="inbox-filters" ?hidden=${!this.open}>${this.open ? this.#fields(filter) : ''}</div>
      ${isFiltering(filter)
        ? html`<p class="inbox-shown"><span role="status">${this.shown} of ${this.total} shown</span>
            <button class="plain" @click=${() => this.clear()}>Clear filter</button></p>`
        : ''}
    </div>`;
  }

  #fields(filter) {
    return html`<label>Kind <select @change=${(event) => this.#choose({ kind: event.target.value })}>
          ${[['', 'All'], ['approval', 'Approvals'], ['question', 'Questions']].map(
            ([value, text]) => html`<option value=${value} .selected=${value === filter.kind}>${text}</option>`,
          )}
        </select></label>
      ${this.#select('Agent', 'agent', 'agentId')} ${this.#select('Session', 'session', 'sessionId')}
      ${this.#groups(filter)}
      <div class="inbox-ticks">
        ${TICKS.map(([name, label]) => html`<label class="inbox-soon"><input type="checkbox" .checked=${live(filter[name])} @change=${(event) => this.#choose({ [name]: event.target.checked })}> ${label}</label>`)}
      </div>`;
  }

  /** Those whose token is of one tenant do not see which groups there are. */
  #groups(filter) {
    const groups = this.#known.value ?? [];
    if (groups.length === 0) return '';
    const choose = (id) => {
      const group = groups.find((one) => one.group_id === id);
      this.#choose({ group: id, members: group?.members ?? [] });
    };
    return html`<label>Waits for group <select @change=${(event) => choose(event.target.value)}>
      <option value="" .selected=${!filter.group}>All</option>
      ${groups.map(({ group_id: id, name }) => html`<option value=${id} .selected=${id === filter.group}>${plain(name)}</option>`)}
    </select></label>`;
  }

  #unfold() {
    this.open = !this.open;
    if (this.open && me.inspects) this.#known.load();
  }

  #select(label, name, member) {
    const chosen = this.filter[name];
    const all = choices(inbox.prompts, member);
    if (chosen && !all.some(([value]) => value === chosen)) all.unshift([chosen, 0]);
    return html`<label>${label} <select @change=${(event) => this.#choose({ [name]: event.target.value })}>
      <option value="" .selected=${chosen === ''}>All</option>
      ${all.map(([value, count]) => html`<option value=${value} .selected=${value === chosen}>${plain(value)} (${count})</option>`)}
    </select></label>`;
  }

  /** What was typed and does not count yet. */
  #typed = null;

  #typing(text) {
    this.#typed = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#found(), PAUSE_MS);
  }

  #found() {
    clearTimeout(this.#timer);
    if (this.#typed === null) return;
    const text = this.#typed;
    this.#typed = null;
    this.#choose({ text });
  }

  #key(event) {
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      this.#found();
      this.dispatchEvent(new Event('done'));
    } else if (event.key === 'Escape') {
      this.#typed = '';
      this.#found();
      this.dispatchEvent(new Event('done'));
    } else return;
    event.preventDefault();
  }

  #choose(change) {
    this.dispatchEvent(new CustomEvent('filter', { detail: { ...this.filter, ...change } }));
  }

  clear() {
    this.#typed = null;
    clearTimeout(this.#timer);
    this.dispatchEvent(new CustomEvent('filter', { detail: { ...NO_FILTER, tab: this.filter.tab } }));
    this.focusSearch();
  }

  focusSearch() {
    this.querySelector('#inbox-search').focus();
    this.querySelector('#inbox-search').select();
  }
}

customElements.define('hp-filter-bar', FilterBar);

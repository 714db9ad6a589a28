// <hp-filter-bar .wanted>: the search, the order, what narrows the list down, and saved views. Tells 'wanted' with the new one.

import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { sessionName } from '../parts/where.js';
import { plain } from '../format/text.js';
import { api } from '../net/api.js';
import { inbox } from '../state/inbox.js';
import { me } from '../state/me.js';
import { shownOf } from '../state/prompt.js';
import { NO_FILTER } from '../state/wish.js';
import { CLAIMS, KINDS, RISKS, SORTS, TICKS, agentOf, chipsTemplate, chosenOf, sessionOf } from './chips.js';
import './views-dialog.js';
import { t } from '../i18n/i18n.js';

const PAUSE_MS = 150;
const MOST_GROUPS = 500;
const MOST_CHOICES = 300;

/** What there is to choose from among the rows that are here: [[value, words]], by their words. */
function choices(prompts, named) {
  const all = new Map();
  for (const prompt of prompts) {
    const [value, words] = named(prompt);
    if (value) all.set(value, words || value);
  }
  return [...all].sort(([, a], [, b]) => (a < b ? -1 : 1)).slice(0, MOST_CHOICES);
}

class FilterBar extends Element {
  static properties = { wanted: { attribute: false }, open: { state: true } };
  #timer = 0;
  #known = new Loaded(this, async (signal) => (await api.page('/v1/groups', { limit: MOST_GROUPS }, { signal })).items);

  connectedCallback() {
    super.connectedCallback();
    this.finally(() => clearTimeout(this.#timer));
    // Its rows name what was chosen.
    this.listen(inbox, 'change', () => (this.wanted?.session || this.wanted?.agent) && this.requestUpdate());
  }

  render() {
    const { wanted: wish } = this;
    const chosen = chosenOf(wish);
    return html`<div class="inbox-filter" role="search" aria-label=${t('inbox.filter_bar.requests')}>
      <div class="inbox-find">
        <label class="only-read" for="inbox-search">${t('parts.common.search')}</label>
        <input id="inbox-search" type="search" placeholder=${t('inbox.filter_bar.placeholder')} autocomplete="off" spellcheck="false" maxlength="200"
          .value=${live(this.#typed ?? wish.q)} @input=${(event) => this.#typing(event.target.value)} @keydown=${(event) => this.#key(event)}>
        <button class="inbox-more" aria-expanded=${this.open ? 'true' : 'false'} aria-controls="inbox-filters" @click=${() => this.unfold()}
          >${t('inbox.filter_bar.filter')}${chosen ? html` <span class="count">${chosen}</span>` : ''}</button>
        <button class="inbox-more" aria-haspopup="dialog" @click=${() => this.querySelector('hp-views').open()}>${t('inbox.filter_bar.views')}</button>
      </div>
      <div id="inbox-filters" class="inbox-filters" ?hidden=${!this.open}>${this.open ? this.#fields(wish) : ''}</div>
      ${chipsTemplate(wish, inbox.prompts, (change) => this.#choose(change), () => this.clear())}
      <hp-views .wanted=${wish}></hp-views>
    </div>`;
  }

  #fields(wish) {
    const { prompts } = inbox;
    return html`<label>${t('inbox.filter_bar.sort')} <select class="inbox-sort" @change=${(event) => this.#choose({ sort: event.target.value })}>
        ${SORTS.map(([value, text]) => html`<option value=${value} .selected=${value === wish.sort}>${text}</option>`)}
      </select></label>
      ${this.#select(t('inbox.filter_bar.kind'), 'kind', KINDS)} ${this.#select(t('inbox.filter_bar.risk'), 'risk', RISKS)}
      ${this.#select(t('parts.common.session'), 'session', choices(prompts, ({ sessionId, line }) => [sessionId, sessionName(sessionId, line?.session_title)]), (id) => sessionOf(id, prompts))}
      ${this.#select(t('parts.common.agent'), 'agent', choices(prompts, (prompt) => [prompt.agentId, shownOf(prompt).agent_name || t('parts.common.agent')]), (id) => agentOf(id, prompts))}
      ${this.#select(t('parts.common.tool'), 'tool', choices(prompts, (prompt) => [shownOf(prompt).tool_name]))}
      ${this.#select(t('inbox.filter_bar.claim'), 'claimed', CLAIMS)}
      ${me.inspects ? this.#select(t('inbox.filter_bar.tenant'), 'tenant', choices(prompts, ({ line }) => [line?.tenant_id])) : ''}
      ${this.#groups(wish)}
      <div class="inbox-ticks">
        ${TICKS.map(([name, label]) => html`<label class="inbox-soon"><input type="checkbox" .checked=${live(wish[name])} @change=${(event) => this.#choose({ [name]: event.target.checked })}> ${label}</label>`)}
      </div>`;
  }

  /** Those whose token is of one tenant do not see which groups there are. */
  #groups() {
    const groups = (this.#known.value ?? []).map(({ name }) => [name, name]);
    return groups.length > 0 ? this.#select(t('inbox.filter_bar.group'), 'group', groups) : '';
  }

  unfold() {
    this.open = !this.open;
    if (this.open && me.inspects) this.#known.load();
  }

  /** @param called(value) the words of what is chosen and not among them */
  #select(label, name, all, called = (value) => value) {
    const chosen = this.wanted[name];
    const some = chosen && !all.some(([value]) => value === chosen) ? [[chosen, called(chosen)], ...all] : all;
    return html`<label>${label} <select @change=${(event) => this.#choose({ [name]: event.target.value })}>
      <option value="" .selected=${chosen === ''}>${t('parts.common.all')}</option>
      ${some.map(([value, words]) => html`<option value=${value} .selected=${value === chosen}>${plain(words)}</option>`)}
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
    const q = this.#typed.trim();
    this.#typed = null;
    this.#choose({ q });
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
    this.dispatchEvent(new CustomEvent('wanted', { detail: { ...this.wanted, ...change } }));
  }

  clear() {
    this.#typed = null;
    clearTimeout(this.#timer);
    this.#choose(NO_FILTER);
    this.focusSearch();
  }

  focusSearch() {
    this.querySelector('#inbox-search').focus();
    this.querySelector('#inbox-search').select();
  }

  async focusSort() {
    if (!this.open) this.unfold();
    await this.updateComplete;
    this.querySelector('.inbox-sort').focus();
  }
}

customElements.define('hp-filter-bar', FilterBar);

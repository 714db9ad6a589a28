// Filters as one line of small fields, each with its name in its first choice.

import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { t } from '../i18n/i18n.js';

const PAUSE_MS = 150;
const CLEAR = t('pages.filters.clear');

/** @param choices [[value, text], …]; the first is for all */
export function pick(label, value, choices, on) {
  return html`<select class="pg-pick ${value ? 'is-set' : ''}" aria-label=${label} .value=${live(value)} @change=${(event) => on(event.target.value)}>
    ${choices.map(([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`)}
  </select>`;
}

/** @param on called when somebody has stopped typing */
export function find(label, value, on) {
  let timer = 0;
  const typed = (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => on(text), PAUSE_MS);
  };
  return html`<input class="pg-find" type="search" aria-label=${label} placeholder=${label} autocomplete="off" spellcheck="false" maxlength="200"
    .value=${live(value)} @input=${(event) => typed(event.target.value)}>`;
}

/** @param address of class Address */
export function filters(address, fields, more = '') {
  return html`<div class="pg-filters" role="search" aria-label=${t('pages.filters.filters')}>${fields}
    ${address.count ? html`<button type="button" class="plain" @click=${() => address.clear()}>${CLEAR}</button>` : ''}${more}</div>`;
}

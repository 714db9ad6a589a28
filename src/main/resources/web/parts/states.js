// What a view shows when there is nothing to show, or not yet, or not at all.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';

export function loading(what = t('parts.common.loading')) {
  return html`<div class="state" role="status"><span class="spinner" aria-hidden="true"></span><p>${what}</p></div>`;
}

export function empty(title, text = '') {
  return html`<div class="state"><p class="state-title">${title}</p>${text ? html`<p>${text}</p>` : ''}</div>`;
}

/** @param problem what was thrown; @param again what the button does, if anything helps */
export function failed(problem, again) {
  return html`<div class="state wrong" role="alert">
    <p class="state-title">${problem.status === 404 ? t('parts.states.not_found') : t('parts.states.wrong')}</p>
    <p>${problem.detail ?? String(problem)}</p>
    ${problem.requestId ? html`<p class="faint">${t('parts.states.request', { id: html`<code>${problem.requestId}</code>` })}</p>` : ''}
    ${again ? html`<button @click=${again}>${t('parts.common.try_again')}</button>` : ''}
  </div>`;
}

// What a view shows when there is nothing to show, or not yet, or not at all.

import { html } from 'lit';

export function loading(what = 'Loading…') {
  return html`<div class="state" role="status"><span class="spinner" aria-hidden="true"></span><p>${what}</p></div>`;
}

export function empty(title, text = '') {
  return html`<div class="state"><p class="state-title">${title}</p>${text ? html`<p>${text}</p>` : ''}</div>`;
}

/** @param problem what was thrown; @param again what the button does, if anything helps */
export function failed(problem, again) {
  return html`<div class="state wrong" role="alert">
    <p class="state-title">${problem.status === 404 ? 'Not found' : 'Something went wrong'}</p>
    <p>${problem.detail ?? String(problem)}</p>
    ${problem.requestId ? html`<p class="faint">Request <code>${problem.requestId}</code></p>` : ''}
    ${again ? html`<button @click=${again}>Try again</button>` : ''}
  </div>`;
}

// What stands where there is nothing to show: an address that leads nowhere, and a daemon that does not answer.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { icon } from '../parts/icons.js';

export function nothingHere() {
  return html`<div class="state">
    <h1>${t('views.nothing.title')}</h1>
    <p>${t('views.nothing.check')}</p>
    <p><a class="button primary" href="/ui">${t('views.nothing.inbox')}</a></p>
  </div>`;
}

/** Before anything is known of who looks: the bar of the page and what is wrong, asked again by itself. */
export function unreachable(problem, again) {
  const gone = problem.status === 0;
  return html`<header class="bar"><span class="brand">Holdpoint</span></header>
    <main class="alone">
      <h1 class="only-read">Holdpoint</h1>
      <div class="banner" role="alert">${icon('warning')}
        <span>${gone ? t('views.nothing.unreachable') : (problem.detail ?? String(problem))}</span>
        <button type="button" @click=${again}>${t('views.nothing.retry')}</button></div>
    </main>`;
}

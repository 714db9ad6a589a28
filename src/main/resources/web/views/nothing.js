// What stands where there is nothing to show: an address that leads nowhere, and a daemon that does not answer.

import { html } from 'lit';
import { icon } from '../parts/icons.js';

export function nothingHere() {
  return html`<div class="state">
    <h1>Page not found</h1>
    <p>Check the address, or go to the inbox.</p>
    <p><a class="button primary" href="/ui">Go to the inbox</a></p>
  </div>`;
}

/** Before anything is known of who looks: the bar of the page and what is wrong, asked again by itself. */
export function unreachable(problem, again) {
  const gone = problem.status === 0;
  return html`<header class="bar"><span class="brand">Holdpoint</span></header>
    <main class="alone">
      <h1 class="only-read">Holdpoint</h1>
      <div class="banner" role="alert">${icon('warning')}
        <span>${gone ? "Can't reach Holdpoint. Retrying…" : (problem.detail ?? String(problem))}</span>
        <button type="button" @click=${again}>Retry now</button></div>
    </main>`;
}

// What the daemon refused, in its words, with the places that it names.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';

export function refusalTemplate(problem) {
  const errors = (problem.errors ?? []).filter(({ message }) => message);
  return html`<div class="approval-refusal" role="alert">
    <p class="wrong"><strong>Not sent.</strong> ${said(problem.detail ?? String(problem))}</p>
    ${errors.length === 0
      ? nothing
      : html`<ul>${errors.map(({ pointer, message }) => html`<li><code>${said(place(pointer ?? ''))}</code> ${said(message)}</li>`)}</ul>`}
    ${problem.requestId ? html`<p class="faint">Request <code>${problem.requestId}</code></p>` : nothing}
  </div>`;
}

/** One decision is sent at a time, so which of them it was says nothing. */
function place(pointer) {
  return pointer.replace(/^\/resolutions\/0\//, '').replace(/^updated_input\/?/, '') || 'the input';
}

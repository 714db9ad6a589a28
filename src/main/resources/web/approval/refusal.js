// What the daemon refused, in its words, with the places that it names.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import { ofDaemon, t } from '../i18n/i18n.js';

export function refusalTemplate(problem) {
  const errors = (problem.errors ?? []).filter(({ message }) => message);
  return html`<div class="approval-refusal" role="alert">
    <p class="wrong"><strong>${t('approval.refusal.not_sent')}</strong> ${said(problem.detail ?? String(problem))}</p>
    ${errors.length === 0
      ? nothing
      : html`<ul>${errors.map(({ pointer, message }) => html`<li><code>${said(place(pointer ?? ''))}</code> ${said(message)}</li>`)}</ul>`}
    ${problem.requestId ? html`<p class="faint">${t('parts.states.request', { id: html`<code>${problem.requestId}</code>` })}</p>` : nothing}
  </div>`;
}

/** One decision is sent at a time, so which of them it was says nothing. */
function place(pointer) {
  return pointer.replace(/^\/resolutions\/0\//, '').replace(/^updated_input\/?/, '') || t('approval.refusal.input');
}

/** Why an action is not possible, as its row says. */
export const whyNot = ({ reason }) => ofDaemon(reason);

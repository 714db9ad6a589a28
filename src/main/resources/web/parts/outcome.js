// How a gate ended, in a word, and whether that was a yes.

import { html } from 'lit';

/** Each with its tone; the order is that of the filters. */
export const OUTCOMES = {
  allowed: ['Allowed', 'good'],
  denied: ['Denied', 'bad'],
  changes_requested: ['Changes requested', 'bad'],
  asked_back: ['Asked back', 'bad'],
  responded: ['Answered for the tool', 'good'],
  answered: ['Answered', 'good'],
  declined: ['Declined', 'bad'],
  expired: ['Expired', 'warn'],
  withdrawn: ['Withdrawn', ''],
  cancelled: ['Cancelled', ''],
  superseded: ['Replaced by a revision', ''],
};

export function outcomeChip(outcome) {
  const [word, tone] = OUTCOMES[outcome] ?? ['Settled', ''];
  return html`<span class="chip ${tone}">${word}</span>`;
}

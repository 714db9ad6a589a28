// How a gate ended, in a word, and whether that was a yes.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';

/** Each with its tone; the order is that of the filters. */
export const OUTCOMES = {
  allowed: [t('parts.outcome.allowed'), 'good'],
  denied: [t('parts.outcome.denied'), 'bad'],
  changes_requested: [t('parts.outcome.changes_requested'), 'bad'],
  asked_back: [t('parts.outcome.asked_back'), 'bad'],
  responded: [t('parts.outcome.responded'), 'good'],
  answered: [t('parts.outcome.answered'), 'good'],
  declined: [t('parts.outcome.declined'), 'bad'],
  expired: [t('parts.outcome.expired'), 'warn'],
  withdrawn: [t('parts.outcome.withdrawn'), ''],
  cancelled: [t('parts.outcome.cancelled'), ''],
  superseded: [t('parts.outcome.superseded'), ''],
};

export const wordOf = (outcome) => OUTCOMES[outcome]?.[0] ?? t('parts.outcome.settled');

export const toneOf = (outcome) => OUTCOMES[outcome]?.[1] ?? '';

export function outcomeChip(outcome) {
  return html`<span class="chip ${toneOf(outcome)}">${wordOf(outcome)}</span>`;
}

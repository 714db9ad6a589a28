// One entry of a request's log, in words.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import '../parts/moment.js';
import { date } from '../format/time.js';
import { short } from '../format/text.js';

const WORDS = {
  voted: 'said yes',
  objected: 'objected',
  deadline_moved: 'moved the deadline',
  policy_changed: 'The policy changed what it waits for',
  seen: 'looked',
  claimed: 'claimed it',
  released: 'released it',
  claim_ended: 'The claim ended',
  snoozed: 'snoozed it',
  woken: 'no longer snoozes it',
  commented: 'commented',
  watched: 'watches it',
  unwatched: 'no longer watches it',
  late_answer: 'decided after it was settled',
};
/** What nobody does: it comes by itself. */
const BY_ITSELF = new Set(['stage_opened', 'policy_changed', 'claim_ended']);

export function entryTemplate({ at_ms: at, by, change, to, until_ms: untilMs, stage, decision, text }) {
  const what = change === 'stage_opened' ? `Stage ${stage ?? ''} opened` : (WORDS[change] ?? change.replaceAll('_', ' '));
  return html`${BY_ITSELF.has(change) ? nothing : html`${said(by)} `}${change === 'assigned' ? html`assigned it to ${said(to ?? '')}` : what}${untilMs
      ? ` until ${date(untilMs)}`
      : nothing}${change === 'late_answer' ? html`: <code>${said(short(JSON.stringify(decision ?? {}), 300))}</code>` : nothing}${change !== 'commented' && text
      ? html`: ${said(short(text, 300))}`
      : nothing}
    <span class="faint"><hp-age at-ms=${at} after=" ago"></hp-age></span>`;
}

// One entry of a request's log, in words.

import { html, nothing } from 'lit';
import { t } from '../i18n/i18n.js';
import { said } from '../parts/text.js';
import '../parts/moment.js';
import { date } from '../format/time.js';
import { short } from '../format/text.js';

const WORDS = {
  voted: (name) => t('triage.log.voted', { name }),
  objected: (name) => t('triage.log.objected', { name }),
  deadline_moved: (name) => t('triage.log.deadline_moved', { name }),
  policy_changed: () => t('triage.log.policy_changed'),
  stage_opened: (_, { stage }) => t('triage.log.stage_opened', { stage: String(stage ?? '') }),
  seen: (name) => t('triage.log.seen', { name }),
  claimed: (name) => t('triage.log.claimed', { name }),
  assigned: (name, { to }) => t('triage.log.assigned', { name, to: said(to ?? '') }),
  released: (name) => t('triage.log.released', { name }),
  claim_ended: () => t('triage.log.claim_ended'),
  snoozed: (name) => t('triage.log.snoozed', { name }),
  woken: (name) => t('triage.log.woken', { name }),
  commented: (name) => t('triage.log.commented', { name }),
  watched: (name) => t('triage.log.watched', { name }),
  unwatched: (name) => t('triage.log.unwatched', { name }),
  late_answer: (name) => t('triage.log.late_answer', { name }),
  held: (name) => t('triage.log.held', { name }),
  undone: (name) => t('triage.log.undone', { name }),
};

/** What changed about a request, and by whom. */
export function changeWords(entry) {
  const name = said(entry.by ?? '');
  return WORDS[entry.change]?.(name, entry) ?? html`${name} ${entry.change.replaceAll('_', ' ')}`;
}

export function entryTemplate(entry) {
  const { at_ms: at, change, until_ms: untilMs, decision, text } = entry;
  const what = changeWords(entry);
  return html`${untilMs ? t('triage.log.until', { entry: what, time: date(untilMs) }) : what}${change === 'late_answer' ? html`: <code>${said(short(JSON.stringify(decision ?? {}), 300))}</code>` : nothing}${change !== 'commented' && text
      ? html`: ${said(short(text, 300))}`
      : nothing}
    <span class="faint"><hp-age at-ms=${at} ago></hp-age></span>`;
}

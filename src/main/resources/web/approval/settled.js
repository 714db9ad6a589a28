// An approval that is over: how, by whom, when, and what was said with it.

import { html, nothing } from 'lit';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import '../parts/moment.js';
import { toneOf, wordOf } from '../parts/outcome.js';
import { isByPerson } from '../state/prompt.js';
import { votesTemplate } from '../parts/votes.js';
import { pretty } from '../format/json.js';
import { shape } from '../format/shape.js';
import { deciderWords } from '../format/words.js';
import './aftermath.js';
import './diff-view.js';
import { language, t } from '../i18n/i18n.js';

const APPLIED = {
  fail: t('approval.settled.applied_fail'),
  cancel: t('approval.settled.applied_cancel'),
  deny: t('approval.settled.applied_deny'),
  allow: t('approval.settled.applied_allow'),
};
const MEANS = {
  cancelled: t('approval.settled.means_cancelled'),
  superseded: t('approval.settled.means_superseded'),
  changes_requested: t('approval.settled.means_changes'),
  asked_back: t('approval.settled.means_asked_back'),
  responded: t('approval.settled.means_responded'),
  expired: t('approval.settled.means_expired'),
  withdrawn: t('approval.settled.means_withdrawn'),
};
const DECIDED = new Set(['allowed', 'denied', 'changes_requested', 'asked_back', 'responded']);
const RULE = 'rule:';

/** Allowed by bob, for what is shown and for what is announced. */
export function ending({ outcome, by }) {
  const word = wordOf(outcome);
  if (!by || !isByPerson(outcome)) return word;
  return t('state.prompt.by', { ending: word, by: deciderWords(by) });
}

/** Already allowed by bob, for somebody who comes second. */
export const already = (how) => t('approval.settled.already', { ending: language === 'en' ? `${how[0].toLowerCase()}${how.slice(1)}` : how });

export function settledTemplate({ settled, row, request }) {
  const done = row?.resolution;
  const how = done?.outcome ?? settled.outcome;
  const means = APPLIED[done?.applied ?? settled.applied] ?? MEANS[how];
  const next = (row?.request ?? request).successor_id;
  return html`<section class="approval-settled ${toneOf(how) || 'warn'}" aria-label=${t('approval.settled.became')}>
    <p class="approval-outcome"><strong>${said(ending({ ...settled, outcome: how }))}</strong> <span class="faint"><hp-age at-ms=${settled.atMs} ago></hp-age></span></p>
    ${means ? html`<p>${means}</p>` : nothing}
    ${next ? html`<p><a href="/ui/approvals/${encodeURIComponent(next)}">${t('approval.settled.asked_again')}</a></p>` : nothing}
    ${done?.response ? html`<p>${longText(done.response)}</p>` : nothing}
    ${done?.reason ? html`<p>${t('approval.settled.reason', { text: longText(done.reason) })}</p>` : nothing}
    ${done?.justification && done.justification !== done.reason ? html`<p>${t('approval.settled.note', { text: longText(done.justification) })}</p>` : nothing}
    ${done?.rule_id
      ? html`<p>${done.by?.startsWith(RULE) ? t('approval.settled.by_a_rule') : t('approval.settled.created_rule')} <hp-rule-left .id=${done.rule_id}></hp-rule-left></p>`
      : nothing}
    ${votesTemplate(done?.votes)}
    ${done?.policy ? html`<p class="faint">${t('parts.standing.policy', { name: said(done.policy.name), version: String(done.policy.version) })}</p>` : nothing}
    ${done?.updated_input ? editedTemplate(row.request ?? request, done.updated_input) : nothing}
    ${done?.permit_id ? html`<hp-permit-left .id=${done.permit_id}></hp-permit-left>` : nothing}
    ${isDecided(how, done) ? receiptTemplate((row?.request ?? request).id) : nothing}
  </section>`;
}

// What expired or was withdrawn was decided by nobody, so there is nothing to prove.
function isDecided(how, done) {
  return DECIDED.has(how) || done?.applied === 'allow';
}

function receiptTemplate(id) {
  return html`<p><a class="button" href="/v1/approvals/${encodeURIComponent(id)}/receipt" download="receipt-${id}.json">${t('approval.settled.receipt')}</a></p>`;
}

function editedTemplate(request, updated) {
  const { tool_name: tool, input } = request;
  const { member } = shape(tool, input, request);
  const alone = member && typeof updated[member] === 'string' && pretty({ ...input, [member]: '' }) === pretty({ ...updated, [member]: '' });
  return html`<h3>${t('approval.settled.edited')}</h3>
    <hp-diff .before=${alone ? input[member] : pretty(input)} .after=${alone ? updated[member] : pretty(updated)} label=${t('approval.edit.changes')}></hp-diff>`;
}

// An approval that is over: how, by whom, when, and what was said with it.

import { html, nothing } from 'lit';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import '../parts/moment.js';
import { votesTemplate } from '../parts/votes.js';
import { pretty } from '../format/json.js';
import { shape } from '../format/shape.js';
import './aftermath.js';
import './diff-view.js';

const ENDS = {
  allow: ['Allowed', 'good'],
  deny: ['Denied', 'bad'],
  expired: ['Expired', 'warn'],
  withdrawn: ['Withdrawn', 'warn'],
  changes_requested: ['Changes requested', 'bad'],
  asked_back: ['Asked back', 'bad'],
  responded: ['Answered in the tool\'s place', 'good'],
  cancelled: ['Cancelled', 'warn'],
  superseded: ['Replaced by a revision', 'warn'],
};
const APPLIED = {
  fail: 'There was no decision before its deadline, and the run failed. The call did not run.',
  cancel: 'There was no decision before its deadline, and the run was cancelled. The call did not run.',
  deny: 'There was no decision before its deadline. The agent got a no. The call did not run.',
  allow: 'There was no decision before its deadline. Its policy allowed the call.',
};
const MEANS = {
  cancelled: 'A person ended it without a decision. The call did not run.',
  superseded: 'The agent asks for something else now. The call did not run.',
  changes_requested: 'The agent got these instructions. The call did not run.',
  asked_back: 'The agent got this question. The call did not run.',
  responded: 'The agent got this text as the result. The call did not run.',
  expired: 'There was no decision before its deadline. The call did not run.',
  withdrawn: 'Withdrawn: its run no longer needs a decision. The call did not run.',
};
const RULE = 'rule:';

/** Allowed by bob, for what is shown and for what is announced. */
export function ending({ behavior, outcome, by }) {
  const [word] = ENDS[outcome] ?? ENDS[behavior] ?? ['Settled'];
  if (!by || behavior === 'expired' || behavior === 'withdrawn') return word;
  return by.startsWith(RULE) ? `${word} by rule ${by.slice(RULE.length)}` : `${word} by ${by}`;
}

/** Already allowed by bob, for somebody who comes second. */
export const already = (how) => `Already ${how[0].toLowerCase()}${how.slice(1)}`;

export function settledTemplate({ settled, row, request }) {
  const done = row?.resolution;
  const how = ENDS[done?.outcome] ? done.outcome : settled.behavior;
  const means = APPLIED[done?.applied] ?? MEANS[how];
  const next = (row?.request ?? request).successor_id;
  const [, tone] = ENDS[how] ?? ['', 'warn'];
  return html`<section class="approval-settled ${tone}" aria-label="What became of it">
    <p class="approval-outcome"><strong>${said(ending({ ...settled, outcome: done?.outcome ?? settled.outcome }))}</strong> <span class="faint"><hp-age at-ms=${settled.atMs} after=" ago"></hp-age></span></p>
    ${means ? html`<p>${means}</p>` : nothing}
    ${next ? html`<p><a href="/ui/approvals/${encodeURIComponent(next)}">The agent asked again</a></p>` : nothing}
    ${done?.response ? html`<p>${longText(done.response)}</p>` : nothing}
    ${done?.reason ? html`<p>Reason: ${longText(done.reason)}</p>` : nothing}
    ${done?.justification && done.justification !== done.reason ? html`<p>Note: ${longText(done.justification)}</p>` : nothing}
    ${done?.rule_id
      ? html`<p>${done.by?.startsWith(RULE) ? 'Decided by' : 'Created'} a rule: <hp-rule-left .id=${done.rule_id}></hp-rule-left></p>`
      : nothing}
    ${votesTemplate(done?.votes)}
    ${done?.policy ? html`<p class="faint">Policy ${said(done.policy.name)}, version ${done.policy.version}</p>` : nothing}
    ${done?.updated_input ? editedTemplate(row.request ?? request, done.updated_input) : nothing}
    ${done?.permit_id ? html`<hp-permit-left .id=${done.permit_id}></hp-permit-left>` : nothing}
    ${isDecided(settled, done) ? receiptTemplate((row?.request ?? request).id) : nothing}
  </section>`;
}

// What expired or was withdrawn was decided by nobody, so there is nothing to prove.
function isDecided({ behavior }, done) {
  return behavior === 'allow' || behavior === 'deny' || done?.applied === 'allow';
}

function receiptTemplate(id) {
  return html`<p><a class="button" href="/v1/approvals/${encodeURIComponent(id)}/receipt" download="receipt-${id}.json">Download receipt</a></p>`;
}

function editedTemplate({ tool_name: tool, input }, updated) {
  const { member } = shape(tool, input);
  const alone = member && typeof updated[member] === 'string' && pretty({ ...input, [member]: '' }) === pretty({ ...updated, [member]: '' });
  return html`<h3>It ran with edited input</h3>
    <hp-diff .before=${alone ? input[member] : pretty(input)} .after=${alone ? updated[member] : pretty(updated)} label="Your changes"></hp-diff>`;
}

// An approval that is over: how, by whom, when, and what was said with it.

import { html, nothing } from 'lit';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import '../parts/moment.js';
import { pretty } from '../format/json.js';
import { shape } from '../format/shape.js';
import './diff-view.js';

const ENDS = {
  allow: ['Allowed', 'good'],
  deny: ['Denied', 'bad'],
  expired: ['Expired', 'warn'],
  withdrawn: ['Withdrawn', 'warn'],
};
const MEANS = {
  expired: 'There was no decision before its deadline. The call did not run.',
  withdrawn: 'Withdrawn: its run no longer needs a decision. The call did not run.',
};
const RULE = 'rule:';

/** Allowed by bob, for what is shown and for what is announced. */
export function ending({ behavior, by }) {
  const [word] = ENDS[behavior] ?? ['Settled'];
  if (!by || behavior === 'expired' || behavior === 'withdrawn') return word;
  return by.startsWith(RULE) ? `${word} by rule ${by.slice(RULE.length)}` : `${word} by ${by}`;
}

export function settledTemplate({ settled, row, request }) {
  const [, tone] = ENDS[settled.behavior] ?? ['', 'warn'];
  const done = row?.resolution;
  return html`<section class="approval-settled ${tone}" aria-label="What became of it">
    <p class="approval-outcome"><strong>${said(ending(settled))}</strong> <span class="faint"><hp-age at-ms=${settled.atMs} after=" ago"></hp-age></span></p>
    ${MEANS[settled.behavior] ? html`<p>${MEANS[settled.behavior]}</p>` : nothing}
    ${done?.reason ? html`<p>Reason: ${longText(done.reason)}</p>` : nothing}
    ${done?.justification && done.justification !== done.reason ? html`<p>Note: ${longText(done.justification)}</p>` : nothing}
    ${done?.rule_id
      ? html`<p>${done.by?.startsWith(RULE) ? 'Decided by' : 'Created'} a rule: <a href="/ui/rules"><code>${said(done.rule_id)}</code></a></p>`
      : nothing}
    ${done?.updated_input ? editedTemplate(row.request ?? request, done.updated_input) : nothing}
  </section>`;
}

function editedTemplate({ tool_name: tool, input }, updated) {
  const { member } = shape(tool, input);
  const alone = member && typeof updated[member] === 'string' && pretty({ ...input, [member]: '' }) === pretty({ ...updated, [member]: '' });
  return html`<h3>It ran with edited input</h3>
    <hp-diff .before=${alone ? input[member] : pretty(input)} .after=${alone ? updated[member] : pretty(updated)} label="Your changes"></hp-diff>`;
}

// A question that is over: how, by whom, when, and what was said.

import { html, nothing } from 'lit';
import { t } from '../i18n/i18n.js';
import { icon } from '../parts/icons.js';
import { said } from '../parts/text.js';
import '../parts/long-text.js';
import '../parts/moment.js';
import { readable } from './fields.js';
import { headingOf } from './heading.js';

const TONES = { answered: 'good', declined: 'bad', cancelled: 'bad' };
const ENDS = {
  answered: t('question.settled.answered'),
  declined: t('question.settled.declined'),
  cancelled: t('parts.outcome.cancelled'),
  expired: t('parts.outcome.expired'),
  withdrawn: t('question.settled.withdrawn'),
};
const SETTLED = t('question.settled.settled');
const ENDS_BY = {
  answered: (name) => t('question.settled.answered_by', { name }),
  declined: (name) => t('question.settled.declined_by', { name }),
  cancelled: (name) => t('question.settled.cancelled_by', { name }),
  withdrawn: (name) => t('question.settled.withdrawn_by', { name }),
};
const ALREADY = {
  answered: t('question.settled.already_answered'),
  declined: t('question.settled.already_declined'),
  cancelled: t('question.settled.already_cancelled'),
  expired: t('question.settled.already_expired'),
  withdrawn: t('question.settled.already_withdrawn'),
};
const ALREADY_BY = {
  answered: (name) => t('question.settled.already_answered_by', { name }),
  declined: (name) => t('question.settled.already_declined_by', { name }),
  cancelled: (name) => t('question.settled.already_cancelled_by', { name }),
  withdrawn: (name) => t('question.settled.already_withdrawn_by', { name }),
};
const MEANS = {
  declined: t('question.settled.means_declined'),
  cancelled: t('question.settled.means_cancelled'),
  expired: t('question.settled.means_expired'),
  withdrawn: t('question.settled.means_withdrawn'),
};
const APPLIED = {
  default: t('question.settled.applied_default'),
  decline: t('question.settled.applied_decline'),
  cancel: t('question.settled.applied_cancel'),
  fail: t('question.settled.applied_fail'),
  interrupt: t('question.settled.applied_interrupt'),
};

/** Answered, by bob: for what is shown and for what is announced. */
export function ending({ outcome, by }) {
  return (by && ENDS_BY[outcome]?.(by)) || (ENDS[outcome] ?? SETTLED);
}

/** The same for somebody who comes second. */
export function alreadyEnded({ outcome, by }) {
  return (by && ALREADY_BY[outcome]?.(by)) || (ALREADY[outcome] ?? t('question.settled.already_settled'));
}

/** @param prompt one that is settled; its row brings what was answered */
export function settledTemplate(prompt, request) {
  const { settled, row } = prompt;
  const { isWhole } = headingOf(request);
  const resolution = row?.resolution;
  const outcome = resolution?.outcome ?? settled.outcome;
  const word = ENDS[outcome] ?? SETTLED;
  const tone = TONES[outcome] ?? 'warn';
  const means = APPLIED[resolution?.applied ?? settled.applied] ?? MEANS[outcome];
  const when = html`<hp-age at-ms=${settled.atMs} ago></hp-age>`;
  const how = settled.by && outcome !== 'expired' ? html` ${t('question.settled.by_when', { name: said(settled.by), when })}` : html`, ${when}`;
  return html`<section class="q-settled" aria-label=${t('approval.settled.became')}>
      <p><span class="chip ${tone}">${word}</span>${how}</p>
      ${means ? html`<p>${means}</p>` : nothing}
      ${resolution?.justification
        ? html`<p class="faint">${t('parts.common.reason')}</p><blockquote><hp-long-text .text=${resolution.justification}></hp-long-text></blockquote>`
        : nothing}
    </section>
    <dl class="q-said">
      ${request.questions.map((question, i) => {
        const answer = resolution?.answers?.find((one) => one.question_id === question.id);
        return html`<dt>${question.header ? html`<span class="chip">${said(question.header)}</span> ` : nothing}<hp-long-text class=${isWhole && i === 0 ? 'only-read' : ''} .text=${question.question}></hp-long-text></dt>
          ${resolution ? answerTemplate(question, answer) : nothing}`;
      })}
    </dl>`;
}

function answerTemplate(question, answer) {
  const { labels, words } = readable(question, answer);
  if (labels.length === 0 && !words) return html`<dd class="faint">${t('question.settled.no_answer')}</dd>`;
  return html`${labels.map((label) => html`<dd>${icon('check')} ${said(label)}</dd>`)}
    ${words ? html`<dd class="q-words"><hp-long-text .text=${words}></hp-long-text></dd>` : nothing}`;
}

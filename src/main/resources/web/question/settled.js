// A question that is over: how, by whom, when, and what was said.

import { html, nothing } from 'lit';
import { icon } from '../parts/icons.js';
import { said } from '../parts/text.js';
import '../parts/long-text.js';
import '../parts/moment.js';
import { readable } from './fields.js';

const ENDS = {
  answered: ['Answered', 'good'],
  declined: ['Declined', 'bad'],
  cancelled: ['Cancelled', 'bad'],
  expired: ['Expired', 'warn'],
  withdrawn: ['Withdrawn', 'warn'],
};
const MEANS = {
  declined: 'Declined: the agent was informed.',
  cancelled: 'The run that asked has ended.',
  expired: 'There was no answer before its deadline.',
  withdrawn: 'Withdrawn: the agent no longer needs an answer.',
};

/** Answered, by bob: for what is shown and for what is announced. */
export function ending({ behavior, by }) {
  const [word] = ENDS[behavior] ?? ['Settled'];
  return by && behavior !== 'expired' ? `${word} by ${by}` : word;
}

/** @param prompt one that is settled; its row brings what was answered */
export function settledTemplate(prompt, request) {
  const { settled, row } = prompt;
  const [word, tone] = ENDS[settled.behavior] ?? ['Settled', 'warn'];
  const resolution = row?.resolution;
  const by = settled.by && settled.behavior !== 'expired' ? html` by ${said(settled.by)}` : nothing;
  return html`<section class="q-settled" aria-label="What became of it">
      <p><span class="chip ${tone}">${word}</span>${by}, <hp-age at-ms=${settled.atMs} after=" ago"></hp-age></p>
      ${MEANS[settled.behavior] ? html`<p>${MEANS[settled.behavior]}</p>` : nothing}
      ${resolution?.justification
        ? html`<p class="faint">Reason</p><blockquote><hp-long-text .text=${resolution.justification}></hp-long-text></blockquote>`
        : nothing}
    </section>
    <dl class="q-said">
      ${request.questions.map((question) => {
        const answer = resolution?.answers?.find((one) => one.question_id === question.id);
        return html`<dt>${question.header ? html`<span class="chip">${said(question.header)}</span> ` : nothing}<hp-long-text .text=${question.question}></hp-long-text></dt>
          ${resolution ? answerTemplate(question, answer) : nothing}`;
      })}
    </dl>`;
}

function answerTemplate(question, answer) {
  const { labels, words } = readable(question, answer);
  if (labels.length === 0 && !words) return html`<dd class="faint">No answer</dd>`;
  return html`${labels.map((label) => html`<dd>${icon('check')} ${said(label)}</dd>`)}
    ${words ? html`<dd class="q-words"><hp-long-text .text=${words}></hp-long-text></dd>` : nothing}`;
}

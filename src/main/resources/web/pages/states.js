// Where a run was and for how long: its states as a line of text, and its steps as bars on one axis.

import { html } from 'lit';
import { span } from '../format/time.js';
import { said } from '../parts/text.js';
import { placed, states, steps } from './axis.js';

const STATES = {
  queued: 'Queued', running: 'Running', waiting_for_approval: 'Waiting for approval', waiting_for_user_question: 'Waiting for an answer',
  completed: 'Completed', failed: 'Failed', interrupted: 'Interrupted', cancelled: 'Cancelled',
};
const WHAT = { queued: 'Queued', model: 'Agent' };
const SHORTENED = 'shortened';
const LABEL = 'States of the run';

/** Times of less than a second are worth a digit. */
export function took(ms) {
  return ms >= 50 && ms < 950 ? `${(ms / 1000).toFixed(1)} s` : span(Math.round(ms / 1000) * 1000);
}

export function stateStrip(entries, status, nowMs) {
  return html`<ol class="st-strip" aria-label=${LABEL}>
    ${states(entries, status, nowMs).map(({ state, fromMs, toMs }, i, all) => html`<li class="st-step st-${state} ${i === all.length - 1 ? 'st-now' : ''}" aria-current=${i === all.length - 1 ? 'step' : 'false'}
      ><span>${STATES[state] ?? state}</span>${toMs === undefined ? '' : html` <span class="st-time">${took(toMs - fromMs)}</span>`}</li>`)}
  </ol>`;
}

export function stepBars(entries, actions, status, nowMs) {
  const pieces = placed(steps(entries, actions, status, nowMs));
  if (pieces.length === 0) return '';
  return html`<ol class="ax" aria-label="Steps">
    ${pieces.map((piece) => html`<li class="ax-step" data-ms=${piece.ms}>
      <span class="ax-name">${nameOf(piece)}</span>
      <span class="ax-line" aria-hidden="true"><span class="ax-bar ax-${piece.what}" .style=${`inset-inline-start: ${percent(piece.left)}; inline-size: ${percent(piece.width)}`}></span></span>
      <span class="ax-time">${took(piece.ms)}${piece.isShort ? html`<span class="faint"> ${SHORTENED}</span>` : ''}</span>
    </li>`)}
  </ol>`;
}

function nameOf({ what, name, state }) {
  if (what === 'tool') return html`<code>${said(name)}</code>`;
  return WHAT[what] ?? STATES[state] ?? state;
}

const percent = (part) => `${(part * 100).toFixed(3)}%`;

// Where a run was and for how long: its states as a line of text, and its steps as bars on one axis.

import { html } from 'lit';
import { locale, t } from '../i18n/i18n.js';
import { span } from '../format/time.js';
import { said } from '../parts/text.js';
import { placed, states, steps } from './axis.js';
import { once } from '../format/once.js';

const STATES = {
  queued: t('pages.happenings.queued'), running: t('pages.states.running'), waiting_for_approval: t('pages.happenings.waiting_for_approval'), waiting_for_user_question: t('pages.happenings.waiting_for_answer'),
  completed: t('pages.happenings.completed'), failed: t('pages.happenings.failed'), interrupted: t('pages.happenings.interrupted'), cancelled: t('pages.happenings.cancelled'),
};
const WHAT = { queued: t('pages.happenings.queued'), model: t('parts.common.agent') };
const SHORTENED = t('pages.states.shortened');
const LABEL = t('pages.states.list');

const tenths = once(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));

/** Times of less than a second are worth a digit. */
export function took(ms) {
  return ms >= 50 && ms < 950 ? t('pages.states.seconds', { seconds: tenths().format(ms / 1000) }) : span(Math.round(ms / 1000) * 1000);
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
  return html`<ol class="ax" aria-label=${t('pages.states.steps')}>
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

// What led to a request: the last entries of its session before it.

import { html } from 'lit';
import '../pages/transcript.js';
import { requestOf } from '../state/prompt.js';
import { t } from '../i18n/i18n.js';

const SHOWN = 3;

export function ledTemplate(prompt) {
  const { id, sessionId, runId } = prompt;
  const { reason, title, questions } = requestOf(prompt);
  return html`<section class="card-led"><h3 tabindex="-1">${t('parts.led.title')}</h3>
    <hp-transcript .sessionId=${sessionId} .runId=${runId} .before=${id} .echo=${questions?.[0].question ?? reason ?? title ?? ''} .last=${SHOWN}></hp-transcript></section>`;
}

/** For the key. */
export function showLed(card) {
  const heading = card.querySelector('.card-led h3');
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

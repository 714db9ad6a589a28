// What can be done about a question; where the daemon does not let somebody, its reason is there to read.

import { html, nothing } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { marked } from '../parts/text.js';

const ACTIONS = ['answer', 'decline', 'cancel'];

/** As the daemon told when the row was read; until then it may be tried, and the daemon says no itself. */
export function actionOf(prompt, name) {
  return prompt.row?.request?.actions?.find((one) => one.action === name) ?? { allowed: true };
}

/** @param refuse what 'decline' and 'cancel' do; the answer is the form's own submit */
export function buttonsTemplate(prompt, busy, name, refuse) {
  const reasons = [...new Set(ACTIONS.map((action) => actionOf(prompt, action).reason).filter(Boolean))];
  const button = (action, label, tone) => {
    const { allowed, reason } = actionOf(prompt, action);
    return html`<button type=${action === 'answer' ? 'submit' : 'button'} class=${tone} aria-disabled=${allowed && !busy ? 'false' : 'true'}
      aria-haspopup=${ifDefined(action === 'answer' ? undefined : 'dialog')}
      aria-describedby=${ifDefined(reason ? `${name}-why-${reasons.indexOf(reason)}` : undefined)}
      @click=${action === 'answer' ? nothing : () => refuse(action)}>${label}</button>`;
  };
  return html`<div class="q-bar">
    <div class="row">
      ${button('answer', busy ? 'Sending…' : 'Answer', 'primary')} ${button('decline', 'Decline…', '')}
      ${button('cancel', 'Cancel the question…', 'deny')}
    </div>
    ${reasons.map((reason, index) => html`<p class="faint" id="${name}-why-${index}">${marked(reason)}</p>`)}
  </div>`;
}

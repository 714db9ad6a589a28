// What can be done about a question; where the daemon does not let somebody, its reason is there to read.

import { html, nothing } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { ofDaemon, t } from '../i18n/i18n.js';
import { marked } from '../parts/text.js';
import '../parts/more.js';
import { OFFLINE, isOffline } from '../state/offline.js';

/** As the daemon told when the row was read; until then it may be tried, and the daemon says no itself. */
export function actionOf(prompt, name) {
  if (isOffline()) return { allowed: false, reason: OFFLINE };
  return prompt.row?.request?.actions?.find((one) => one.action === name) ?? { allowed: true };
}

/**
 * @param look {busy, name: unique on the page, missing: how many answers, isChild}
 * @param refuse what 'decline' and 'cancel' do; the answer is the form's own submit
 * @param acts gives what else can be done without answering, [{label, run}]; null for nothing
 */
export function buttonsTemplate(prompt, { busy, name, missing, isChild }, refuse, acts) {
  // A child's question is only declined: to cancel it would do the same.
  const all = isChild ? ['answer', 'decline'] : ['answer', 'decline', 'cancel'];
  const reasons = [...new Set(all.map((action) => actionOf(prompt, action).reason).filter(Boolean))];
  const button = (action, label, tone, place = '') => {
    const { allowed, reason } = actionOf(prompt, action);
    return html`<button type=${action === 'answer' ? 'submit' : 'button'} form=${action === 'answer' ? `${name}-form` : nothing} class="${tone} ${place}" aria-disabled=${allowed && !busy ? 'false' : 'true'}
      aria-haspopup=${ifDefined(action === 'answer' ? undefined : 'dialog')}
      aria-describedby=${ifDefined(reason ? `${name}-why-${reasons.indexOf(reason)}` : undefined)}
      @click=${action === 'answer' ? nothing : () => refuse(action)}>${label}</button>`;
  };
  const panel = () => html`${isChild ? nothing : button('cancel', t('question.buttons.cancel'), 'deny', 'only-narrow')}
    ${(acts?.() ?? []).map(({ label, run }) => html`<button type="button" @click=${run}>${label}</button>`)}`;
  return html`<div class="q-bar">
    <div class="approval-buttons">
      ${button('answer', busy ? t('approval.bar.sending') : t('question.buttons.answer'), 'primary')} ${button('decline', t('question.buttons.decline'), '')}
      ${isChild ? nothing : button('cancel', t('question.buttons.cancel'), 'deny', 'only-wide')}
      ${isChild && !acts ? nothing : html`<hp-more class=${acts ? '' : 'only-narrow'} .content=${panel}></hp-more>`}
    </div>
    <div class="approval-lines">
      ${reasons.map((reason, index) => html`<p class="faint" id="${name}-why-${index}">${marked(ofDaemon(reason))}</p>`)}
      ${reasons.length === 0 ? html`<p class="faint q-missing" role="status">${missingWords(missing)}</p>` : nothing}
    </div>
  </div>`;
}

export function missingWords(count) {
  if (count === 0) return t('question.buttons.all_answered');
  return t('question.buttons.missing', { count });
}

// The buttons, and for those that do nothing the reason, where it can be read. The bar never grows: what does not fit is
// behind More, on a phone all but a yes and a no.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import '../parts/more.js';
import { TO_READ, allows, reasons } from './choices.js';
import { t } from '../i18n/i18n.js';

/** A key that is held down presses a button once. */
const once = (event) => event.repeat && event.preventDefault();

/** Nor does the second click of a double click, which may have been meant for what was there before. */
const isMeant = (choice, event) => event.detail <= 1 || choice.toRead || !allows(choice);

/** How many of an agent's own options have a place in the bar. */
const IN_BAR = 4;

/** The two that a phone has room for: a yes and a no. */
function essential(all) {
  const yes = all.find(({ id, decision, isOnce }) => id === 'allow' || (decision?.behavior === 'allow' && isOnce)) ?? all[0];
  const no = all.find(({ decision }) => decision?.behavior === 'deny');
  return [yes, no];
}

/**
 * @param reading whether all that would run was on the screen; where that took scrolling, the line that says so keeps its place
 * @param acts gives what else can be done about the request without deciding it, [{label, run}]; null for nothing
 */
export function barTemplate(choices, busy, reading, chosen, acts) {
  const all = choices.filter(({ more }) => !more);
  const isOffered = all.some(({ note }) => note);
  const inBar = isOffered ? all.slice(0, IN_BAR) : all;
  const kept = essential(all);
  const whys = reasons(all);
  const describedBy = ({ id, toRead }) => {
    if (toRead) return reading.isLong ? 'approval-to-read' : nothing;
    const at = whys.findIndex(([, ids]) => ids.includes(id));
    return at >= 0 ? `approval-why-${at}` : nothing;
  };
  const isBarOnly = (choice) => inBar.includes(choice) && kept.includes(choice);
  const button = (choice, place) => html`<button type="button" class="${choice.tone} approval-do-${choice.opens ?? 'send'} ${place}" aria-disabled=${busy || !choice.allowed || choice.toRead ? 'true' : 'false'}
    aria-describedby=${describedBy(choice)} aria-haspopup=${choice.opens === 'always' || choice.lasts ? 'dialog' : nothing}
    @keydown=${once} @click=${(event) => isMeant(choice, event) && chosen(choice)}>${choice.note ? html`<span class="approval-words">${said(choice.label)}</span> <span class="approval-note">${choice.note}</span>` : choice.label}</button>`;
  const rest = [...all.filter((choice) => !isBarOnly(choice)), ...choices.filter(({ more }) => more)];
  const panel = () => html`${rest.map((choice) => button(choice, inBar.includes(choice) ? 'only-narrow' : ''))}
    ${(acts?.() ?? []).map(({ label, run }) => html`<button type="button" @click=${run}>${label}</button>`)}`;
  const isWide = rest.some((choice) => !inBar.includes(choice)) || Boolean(acts);
  const isForKept = (ids) => kept.some((one) => one && ids.includes(one.id));
  return html`<div class="approval-buttons ${isOffered ? 'offered' : ''}">
      ${inBar.map((choice) => button(choice, kept.includes(choice) ? '' : 'only-wide'))}
      ${rest.length > 0 || acts ? html`<hp-more class=${isWide ? '' : 'only-narrow'} .content=${panel}></hp-more>` : nothing}
    </div>
    <div class="approval-lines">
      ${reading.isLong && all.some(allows)
        ? html`<p class="faint" id="approval-to-read" role="status">${reading.isRead ? t('approval.bar.read') : TO_READ}</p>`
        : nothing}
      ${whys.map(([reason, ids], at) => html`<p class="faint ${isForKept(ids) ? '' : 'only-wide'}" id="approval-why-${at}">${names(all, ids)}${said(reason)}</p>`)}
      ${busy ? html`<p class="faint" role="status">${t('approval.bar.sending')}</p>` : nothing}
    </div>`;
}

/** Which buttons a reason is for, unless it is for all. */
function names(all, ids) {
  if (ids.length === all.length) return nothing;
  return `${all.filter(({ id }) => ids.includes(id)).map(({ label }) => label.replace(/…$/, '')).join(', ')}: `;
}

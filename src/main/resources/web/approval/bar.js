// The buttons, and for those that do nothing the reason, where it can be read.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import { short } from '../format/text.js';
import { reasons } from './choices.js';
import { covers } from './rule.js';

export function barTemplate(request, choices, busy, chosen) {
  const all = choices.filter(({ more }) => !more);
  const more = choices.filter((one) => one.more);
  const whys = reasons(all);
  const describedBy = ({ id }) => {
    const at = whys.findIndex(([, ids]) => ids.includes(id));
    return at >= 0 ? `approval-why-${at}` : id === 'session' ? 'approval-session' : nothing;
  };
  return html`<div class="approval-buttons">
      ${all.map(
        (choice) => html`<button type="button" class="${choice.tone} approval-do-${choice.opens ?? 'send'}" aria-disabled=${busy || !choice.allowed ? 'true' : 'false'}
          aria-describedby=${describedBy(choice)} aria-haspopup=${choice.opens === 'always' ? 'dialog' : nothing}
          @click=${() => chosen(choice)}>${choice.note ? html`${said(choice.label)} <span class="approval-note">${choice.note}</span>` : choice.label}</button>`,
      )}
    </div>
    ${more.length
      ? html`<details class="approval-more"><summary>More</summary><div class="approval-buttons">
          ${more.map((choice) => html`<button type="button" aria-disabled=${busy ? 'true' : 'false'} @click=${() => chosen(choice)}>${choice.label}</button>`)}
        </div></details>`
      : nothing}
    ${whys.map(([reason], at) => html`<p class="faint" id="approval-why-${at}">${names(all, whys[at][1])}${said(reason)}</p>`)}
    ${sessionNote(request, all)}
    ${busy ? html`<p class="faint" role="status">Sending…</p>` : nothing}`;
}

/** Which buttons a reason is for, unless it is for all. */
function names(all, ids) {
  if (ids.length === all.length) return nothing;
  return `${all.filter(({ id }) => ids.includes(id)).map(({ label }) => label.replace(/…$/, '')).join(', ')}: `;
}

/** A yes for the session is a yes to more than what is shown. */
function sessionNote(request, all) {
  const session = all.find(({ id }) => id === 'session');
  if (!session?.allowed || !request.pattern_keys?.length) return nothing;
  const { before, key, after } = covers(request, request.pattern_keys[0]);
  return html`<p class="faint approval-session" id="approval-session">For the session: ${before}<code>${said(short(key, 300))}</code>${after}</p>`;
}

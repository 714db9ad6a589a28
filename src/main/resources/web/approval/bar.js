// The buttons, and for those that do nothing the reason, where it can be read.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import { TO_READ, allows, reasons } from './choices.js';

/** A key that is held down presses a button once. */
const once = (event) => event.repeat && event.preventDefault();

/** Nor does the second click of a double click, which may have been meant for what was there before. */
const isMeant = (choice, event) => event.detail <= 1 || choice.toRead || !allows(choice);

/** @param reading whether all that would run was on the screen; where that took scrolling, the line that says so keeps its place */
export function barTemplate(choices, busy, reading, chosen) {
  const all = choices.filter(({ more }) => !more);
  const more = choices.filter((one) => one.more);
  const whys = reasons(all);
  const describedBy = ({ id, toRead }) => {
    if (toRead) return reading.isLong ? 'approval-to-read' : nothing;
    const at = whys.findIndex(([, ids]) => ids.includes(id));
    return at >= 0 ? `approval-why-${at}` : nothing;
  };
  return html`<div class="approval-buttons">
      ${all.map(
        (choice) => html`<button type="button" class="${choice.tone} approval-do-${choice.opens ?? 'send'}" aria-disabled=${busy || !choice.allowed || choice.toRead ? 'true' : 'false'}
          aria-describedby=${describedBy(choice)} aria-haspopup=${choice.opens === 'always' ? 'dialog' : nothing}
          @keydown=${once} @click=${(event) => isMeant(choice, event) && chosen(choice)}>${choice.note ? html`${said(choice.label)} <span class="approval-note">${choice.note}</span>` : choice.label}</button>`,
      )}
    </div>
    ${more.length
      ? html`<details class="approval-more"><summary>More</summary><div class="approval-buttons">
          ${more.map((choice) => html`<button type="button" aria-disabled=${busy ? 'true' : 'false'} @click=${() => chosen(choice)}>${choice.label}</button>`)}
        </div></details>`
      : nothing}
    ${reading.isLong && all.some(allows)
      ? html`<p class="faint" id="approval-to-read" role="status">${reading.isRead ? 'You have seen all of it.' : TO_READ}</p>`
      : nothing}
    ${whys.map(([reason], at) => html`<p class="faint" id="approval-why-${at}">${names(all, whys[at][1])}${said(reason)}</p>`)}
    ${busy ? html`<p class="faint" role="status">Sending…</p>` : nothing}`;
}

/** Which buttons a reason is for, unless it is for all. */
function names(all, ids) {
  if (ids.length === all.length) return nothing;
  return `${all.filter(({ id }) => ids.includes(id)).map(({ label }) => label.replace(/…$/, '')).join(', ')}: `;
}

// <hp-diff .before .after .sides label quiet>: what changes, line by line, quiet without how much that is. With sides, where in the input the two texts are, all
// of both is laid out.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { whole } from '../parts/rendered.js';
import { marked, someMarks } from '../parts/text.js';
import { diff, folded, tally } from '../format/diff.js';
import { t } from '../i18n/i18n.js';

const ROWS = 200;
/** Beyond so many, the texts themselves cost a browser less. */
const WHOLE = 6_000;
const SIGNS = { added: ['+', t('approval.diff_view.added')], removed: ['−', t('approval.diff_view.removed')], same: [' ', ''], context: [' ', ''] };

class Diff extends Element {
  static properties = { before: { attribute: false }, after: { attribute: false }, sides: { attribute: false }, label: {}, quiet: { type: Boolean }, all: { state: true }, opened: { state: true } };
  #rows = [];

  willUpdate(changed) {
    if (!changed.has('before') && !changed.has('after')) return;
    this.#rows = diff(this.before, this.after);
    this.all = false;
    this.opened = new Set();
  }

  render() {
    const { added, removed } = tally(this.#rows);
    const isWhole = Boolean(this.sides) && this.#rows.length <= WHOLE;
    const rows = isWhole ? this.#rows : folded(this.#rows);
    const shown = this.all || isWhole ? rows : rows.slice(0, ROWS);
    const scrolls = isWhole && !this.all && rows.length > ROWS;
    const marks = someMarks();
    return html`${this.quiet ? nothing : html`<p class="faint approval-tally">${t('approval.diff_view.lines_added', { count: added })}, ${t('approval.diff_view.lines_removed', { count: removed })}</p>`}
      <div class="approval-diff ${scrolls ? 'whole' : ''}" dir="ltr" role="group" aria-label=${this.label ?? t('approval.diff_view.what')} tabindex=${scrolls ? 0 : nothing}
        data-rendered=${isWhole ? 'difference' : nothing} data-sides=${isWhole ? JSON.stringify(this.#told()) : nothing}>
        ${shown.map((row) => (row.kind === 'gap' ? this.#gap(row, marks) : line(row, marks)))}
      </div>
      ${this.sides && !isWhole ? this.#texts() : nothing}
      ${scrolls || rows.length > shown.length
        ? html`<button type="button" class="approval-all" @click=${() => (this.all = true)}>${t('approval.diff_view.show_all', { count: rows.length })}</button>`
        : nothing}`;
  }

  /** Where the texts are; a line's end at the end of a text has no line of its own. */
  #told() {
    const { before, after } = this.sides;
    const ends = (side, text) => side && { ...side, ends: text.endsWith('\n') };
    return { before: ends(before, this.before), after: ends(after, this.after) };
  }

  /** All of what is too long to be compared. */
  #texts() {
    const { before, after } = this.sides;
    return html`${before ? html`<h4>${t('approval.diff_view.before')}</h4><pre class="approval-code">${whole(this.before, 'input', before.path)}</pre>` : nothing}
      <h4>${t('approval.diff_view.after')}</h4><pre class="approval-code">${whole(this.after, 'input', after.path)}</pre>`;
  }

  #gap(gap, marks) {
    const key = gap.rows[0].after;
    if (this.opened.has(key)) return gap.rows.map((row) => line(row, marks));
    return html`<div class="approval-gap"><button type="button" class="plain" @click=${() => (this.opened = new Set([...this.opened, key]))}
      >${t('approval.diff_view.unchanged', { count: gap.rows.length })}</button></div>`;
  }
}

/** Lead and tail stand in the line, and are no part of the texts; a line of context is none at all. */
export function line({ kind, before, after, parts, open, lead = '', tail = '' }, marks) {
  const [sign, word] = SIGNS[kind];
  const piece = ({ text, changed }) =>
    !changed
      ? html`<span>${marked(text, marks)}</span>`
      : kind === 'removed' ? html`<del>${marked(text, marks)}</del>` : html`<ins>${marked(text, marks)}</ins>`;
  return html`<div class="approval-line ${kind}"><span class="no">${before ?? ''}</span><span class="no">${after ?? ''}</span><span class="sign"
      aria-hidden="true">${sign}</span><span class="text">${word ? html`<span class="only-read">${word}: </span>` : nothing}${lead ? html`<span>${marked(lead, marks)}</span>` : nothing}<span data-line=${kind === 'context' ? nothing : kind}>${parts.map(piece)}</span>${tail ? html`<span>${marked(tail, marks)}</span>` : nothing}${open
        ? html`<span class="mark">${t('approval.diff_view.no_end')}</span>`
        : nothing}</span></div>`;
}

customElements.define('hp-diff', Diff);

// <hp-diff .before .after label>: what changes, line by line.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { marked, someMarks } from '../parts/text.js';
import { diff, folded, tally } from '../format/diff.js';

const ROWS = 200;
const SIGNS = { added: ['+', 'added'], removed: ['−', 'removed'], same: [' ', ''] };

class Diff extends Element {
  static properties = { before: { attribute: false }, after: { attribute: false }, label: {}, all: { state: true }, opened: { state: true } };
  #rows = [];

  willUpdate(changed) {
    if (!changed.has('before') && !changed.has('after')) return;
    this.#rows = diff(this.before, this.after);
    this.all = false;
    this.opened = new Set();
  }

  render() {
    const { added, removed } = tally(this.#rows);
    const rows = folded(this.#rows);
    const shown = this.all ? rows : rows.slice(0, ROWS);
    const marks = someMarks();
    return html`<p class="faint approval-tally">${count(added, 'added')}, ${count(removed, 'removed')}</p>
      <div class="approval-diff" dir="ltr" role="group" aria-label=${this.label ?? 'What changes'}>
        ${shown.map((row) => (row.kind === 'gap' ? this.#gap(row, marks) : line(row, marks)))}
      </div>
      ${rows.length > shown.length
        ? html`<button type="button" class="approval-all" @click=${() => (this.all = true)}>Show all ${rows.length.toLocaleString()} lines</button>`
        : nothing}`;
  }

  #gap(gap, marks) {
    const key = gap.rows[0].after;
    if (this.opened.has(key)) return gap.rows.map((row) => line(row, marks));
    return html`<div class="approval-gap"><button type="button" class="plain" @click=${() => (this.opened = new Set([...this.opened, key]))}
      >Show ${gap.rows.length} unchanged ${gap.rows.length === 1 ? 'line' : 'lines'}</button></div>`;
  }
}

function count(lines, what) {
  return `${lines} ${lines === 1 ? 'line' : 'lines'} ${what}`;
}

function line({ kind, before, after, parts, open }, marks) {
  const [sign, word] = SIGNS[kind];
  const piece = ({ text, changed }) =>
    !changed
      ? html`<span>${marked(text, marks)}</span>`
      : kind === 'removed' ? html`<del>${marked(text, marks)}</del>` : html`<ins>${marked(text, marks)}</ins>`;
  return html`<div class="approval-line ${kind}"><span class="no">${before ?? ''}</span><span class="no">${after ?? ''}</span><span class="sign"
      aria-hidden="true">${sign}</span><span class="text">${word ? html`<span class="only-read">${word}: </span>` : nothing}${parts.map(piece)}${open
        ? html`<span class="mark">no line end</span>`
        : nothing}</span></div>`;
}

customElements.define('hp-diff', Diff);

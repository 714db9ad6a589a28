// <hp-command .text .path .marks>: a shell command, coloured, with what is worth a second look underlined. All of it is laid out: what is
// long scrolls until the reader wants it at full length. Its lines are numbered where it has several.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { marked, someMarks } from '../parts/text.js';
import { tokens } from '../format/bash.js';
import { cut } from '../format/json.js';
import { underlined } from '../format/underline.js';
import '../parts/copy.js';
import { t } from '../i18n/i18n.js';

/** Longer than a line is wide. */
const LINE = 80;
/** Beyond this number of lines, their numbers cost more than they tell. */
const NUMBERED = 1_000;
const AT_ONCE = { lines: 60, letters: 6_000 };
/** Beyond this, colours would cost more than they tell. */
const COLOURED = { letters: 40_000, pieces: 5_000 };

class Command extends Element {
  static properties = { text: { attribute: false }, path: { attribute: false }, marks: { attribute: false }, all: { state: true }, isUnwrapped: { state: true } };
  #pieces = [];

  willUpdate(changed) {
    if (changed.has('text')) this.all = this.isUnwrapped = false;
    if (changed.has('text') || changed.has('marks')) this.#pieces = underlined(this.#read(), this.marks ?? []);
  }

  /** What is too long for colours is one piece. */
  #read() {
    const pieces = this.text.length > COLOURED.letters ? [] : tokens(this.text);
    return pieces.length === 0 || pieces.length > COLOURED.pieces ? [{ kind: 'space', text: this.text }] : pieces;
  }

  /** Nothing is beyond its right edge. */
  wrap() {
    this.isUnwrapped = false;
  }

  render() {
    const scrolls = !this.all && cut(this.text, AT_ONCE) !== null;
    const isLong = this.text.includes('\n') || this.text.length > LINE;
    return html`<div class="approval-tools">${isLong
        ? html`<button type="button" class="plain" aria-pressed=${this.isUnwrapped ? 'false' : 'true'} @click=${() => (this.isUnwrapped = !this.isUnwrapped)}>${t('approval.command.wrap')}</button>`
        : nothing}<hp-copy .text=${this.text} of=${t('approval.command.of')}></hp-copy></div>
      <pre class="approval-code ${scrolls ? 'whole' : ''} ${this.isUnwrapped ? 'unwrapped' : ''}" dir="ltr" tabindex=${scrolls ? 0 : nothing} role=${scrolls ? 'group' : nothing} aria-label=${scrolls ? t('approval.command.all') : nothing}><code
        data-rendered=${this.path ? 'input' : nothing} data-path=${JSON.stringify(this.path)}>${this.#coloured()}</code></pre>
      ${scrolls
        ? html`<button type="button" class="approval-all" @click=${() => (this.all = true)}>${t('approval.command.show', { count: this.text.length })}</button>`
        : nothing}`;
  }

  #coloured() {
    const marks = someMarks();
    const piece = ({ kind, text, risk }) =>
      kind === 'space' && !risk
        ? marked(text, marks)
        : html`<span class="sh-${kind} ${risk ? 'sh-risk' : ''}" title=${risk ?? nothing}>${marked(text, marks)}</span>`;
    const lines = linesOf(this.#pieces);
    return lines.length < 2 || lines.length > NUMBERED ? this.#pieces.map(piece) : lines.map((line) => html`<span class="sh-line">${line.map(piece)}</span>`);
  }
}

/** The pieces of each line, with the line feed that ends it. */
function linesOf(pieces) {
  const lines = [[]];
  for (const piece of pieces) {
    for (const text of piece.text.match(/[^\n]*\n|[^\n]+/g) ?? []) {
      lines.at(-1).push({ ...piece, text });
      if (text.endsWith('\n')) lines.push([]);
    }
  }
  if (lines.at(-1).length === 0) lines.pop();
  return lines;
}

customElements.define('hp-command', Command);

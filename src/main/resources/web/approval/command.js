// <hp-command .text .path .marks>: a shell command, coloured, with what is worth a second look underlined. All of it is laid out: what is
// long scrolls until the reader wants it at full length.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { marked, someMarks } from '../parts/text.js';
import { tokens } from '../format/bash.js';
import { cut } from '../format/json.js';
import { underlined } from '../format/underline.js';

const AT_ONCE = { lines: 60, letters: 6_000 };
/** Beyond this, colours would cost more than they tell. */
const COLOURED = { letters: 40_000, pieces: 5_000 };

class Command extends Element {
  static properties = { text: { attribute: false }, path: { attribute: false }, marks: { attribute: false }, all: { state: true } };
  #pieces = [];

  willUpdate(changed) {
    if (changed.has('text')) this.all = false;
    if (changed.has('text') || changed.has('marks')) this.#pieces = underlined(this.#read(), this.marks ?? []);
  }

  /** What is too long for colours is one piece. */
  #read() {
    const pieces = this.text.length > COLOURED.letters ? [] : tokens(this.text);
    return pieces.length === 0 || pieces.length > COLOURED.pieces ? [{ kind: 'space', text: this.text }] : pieces;
  }

  render() {
    const scrolls = !this.all && cut(this.text, AT_ONCE) !== null;
    return html`<pre class="approval-code ${scrolls ? 'whole' : ''}" dir="ltr" tabindex=${scrolls ? 0 : nothing} role=${scrolls ? 'group' : nothing} aria-label=${scrolls ? 'All of the command' : nothing}><code
        data-rendered=${this.path ? 'input' : nothing} data-path=${JSON.stringify(this.path)}>${this.#coloured()}</code></pre>
      ${scrolls
        ? html`<button type="button" class="approval-all" @click=${() => (this.all = true)}>Show all ${this.text.length.toLocaleString()} characters</button>`
        : nothing}`;
  }

  #coloured() {
    const marks = someMarks();
    return this.#pieces.map(({ kind, text, risk }) =>
      kind === 'space' && !risk
        ? marked(text, marks)
        : html`<span class="sh-${kind} ${risk ? 'sh-risk' : ''}" title=${risk ?? nothing}>${marked(text, marks)}</span>`);
  }
}

customElements.define('hp-command', Command);

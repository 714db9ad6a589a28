// <hp-command .text>: a shell command, coloured, with what is worth a second look.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { marked, someMarks } from '../parts/text.js';
import { tokens } from '../format/bash.js';
import { risky } from '../format/risk.js';
import { cut } from '../format/json.js';

const SHOWN = { lines: 60, letters: 6_000 };
/** Beyond this, colours would cost more than they tell. */
const COLOURED = { letters: 40_000, pieces: 5_000 };

class Command extends Element {
  static properties = { text: { attribute: false }, all: { state: true } };
  #pieces = [];
  #risks = [];

  willUpdate(changed) {
    if (!changed.has('text')) return;
    this.all = false;
    const { pieces, risks } = risky(tokens(this.text));
    this.#pieces = pieces;
    this.#risks = risks;
  }

  render() {
    const start = this.all ? null : cut(this.text, SHOWN);
    return html`${this.#risks.length > 0
        ? html`<p class="approval-risks"><strong>Look twice:</strong> it ${this.#risks.join('; it ')}.</p>`
        : nothing}
      <pre class="approval-code" dir="ltr"><code>${this.#coloured(start?.length ?? this.text.length)}</code>${start === null ? nothing : '…'}</pre>
      ${start === null
        ? nothing
        : html`<button type="button" class="approval-all" @click=${() => (this.all = true)}>Show all ${this.text.length.toLocaleString()} characters</button>`}`;
  }

  #coloured(length) {
    const shown = [];
    const marks = someMarks();
    let left = length > COLOURED.letters ? 0 : length;
    for (const { kind, text, risk } of this.#pieces) {
      if (left <= 0 || shown.length > COLOURED.pieces) break;
      const part = text.slice(0, left);
      left -= text.length;
      shown.push(
        kind === 'space'
          ? marked(part, marks)
          : html`<span class="sh-${kind} ${risk ? 'sh-risk' : ''}" title=${risk ? `It ${risk}` : nothing}>${marked(part, marks)}</span>`,
      );
    }
    return left > 0 || length > COLOURED.letters ? marked(this.text.slice(0, length)) : shown;
  }
}

customElements.define('hp-command', Command);

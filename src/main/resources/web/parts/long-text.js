// Text of any length: what is long is folded, and what hides in it is shown.

import { html } from 'lit';
import { marked } from './text.js';

const LETTERS = 900;
const LINES = 14;

export function longText(text, { code = false } = {}) {
  const whole = String(text ?? '');
  const start = beginning(whole);
  const block = (piece) => (code ? html`<pre class="long-text" dir="auto">${marked(piece)}</pre>` : html`<div class="long-text" dir="auto">${marked(piece)}</div>`);
  if (start.length === whole.length) return block(whole);
  return html`${block(`${start}…`)}
    <details class="long-more"><summary>All of it (${whole.length.toLocaleString()} characters)</summary>${block(whole)}</details>`;
}

/** The first lines, and not too much of them. */
export function beginning(text) {
  const lines = text.split('\n');
  const some = lines.length > LINES ? lines.slice(0, LINES).join('\n') : text;
  const letters = Array.from(some.slice(0, LETTERS * 2));
  return letters.length > LETTERS ? letters.slice(0, LETTERS).join('') : some;
}

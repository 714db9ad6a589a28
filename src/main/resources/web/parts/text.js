// Text of agents and people in templates: isolated in its direction, with what hides in it shown.

import { html } from 'lit';
import { pieces } from '../format/text.js';

/** Inline text. */
export function said(text) {
  return html`<bdi>${marked(text)}</bdi>`;
}

/** The pieces alone, for where there is an element already. */
export function marked(text) {
  return pieces(text).map((piece) =>
    piece.text !== undefined
      ? piece.text
      : html`<span class="mark" title=${`U+${piece.code.toString(16).toUpperCase().padStart(4, '0')}, which is not seen`}>${piece.mark}</span>`,
  );
}

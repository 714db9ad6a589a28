// What somebody told an agent: words, or a script by its title.

import { html } from 'lit';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import { inputTitle } from '../parts/where.js';

const SCRIPT = '#!script';

/** @param input {text, title} */
export function inputWords({ text, title }) {
  if (!text.startsWith(SCRIPT)) return longText(text);
  return html`<details class="tr-fold"><summary>${said(inputTitle(title) ?? SCRIPT)}</summary>${longText(text, { code: true })}</details>`;
}

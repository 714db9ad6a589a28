// What somebody told an agent: words, or a script by its title.

import { html } from 'lit';
import { ofDaemon } from '../i18n/i18n.js';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';

const SCRIPT = '#!script';

/** The title of an input is its first words; only a script is named by the daemon. */
export const inputTitle = (title) => (title?.startsWith('Scripted ') ? ofDaemon(title) : title);

/** @param input {text, title} */
export function inputWords({ text, title }) {
  if (!text.startsWith(SCRIPT)) return longText(text);
  return html`<details class="tr-fold"><summary>${said(inputTitle(title) ?? SCRIPT)}</summary>${longText(text, { code: true })}</details>`;
}

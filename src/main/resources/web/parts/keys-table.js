// What the keys do.

import { html } from 'lit';
import { KEYS } from '../key-table.js';

const NAMES = { ' ': 'Space', ArrowDown: 'Down', ArrowUp: 'Up', ArrowLeft: 'Left', ArrowRight: 'Right', Escape: 'Esc', PageUp: 'PgUp', PageDown: 'PgDn' };

/** All that the page has, whatever is shown. */
export function allKeys() {
  return html`<dl class="keys">
    ${KEYS.filter(({ only }) => only !== 'terminal').map((row) => html`<div><dt>${caps(row.keys)}${row.then ? html`then ${caps(row.then)}` : ''}</dt><dd>${row.label}</dd></div>`)}
  </dl>`;
}

const caps = (names) => names.map((key) => html`<kbd>${NAMES[key] ?? key}</kbd> `);

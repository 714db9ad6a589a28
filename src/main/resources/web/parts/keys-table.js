// What the keys do.

import { html } from 'lit';
import { KEYS } from '../key-table.js';
import { keys } from '../state/keys.js';

const NAMES = { ' ': 'Space', ArrowDown: 'Down', ArrowUp: 'Up', ArrowLeft: 'Left', ArrowRight: 'Right', Escape: 'Esc', PageUp: 'PgUp', PageDown: 'PgDn' };

/** Those of the views that are shown, the innermost first. */
export function keysTable() {
  return keys.all.map(({ group, bindings }) => html`<h3>${group}</h3> ${table(bindings)}`);
}

/** All that the page has, whatever is shown. */
export function allKeys() {
  return table(KEYS.filter(({ only }) => only !== 'terminal'));
}

function table(rows) {
  return html`<dl class="keys">
    ${rows.map((row) => html`<div><dt>${caps(row.keys ?? [row.key])}${row.then ? html`then ${caps(row.then)}` : ''}</dt><dd>${row.label}</dd></div>`)}
  </dl>`;
}

const caps = (names) => names.map((key) => html`<kbd>${NAMES[key] ?? key}</kbd> `);

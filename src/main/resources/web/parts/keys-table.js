// What the keys do.

import { html } from 'lit';
import { KEYS } from '../key-table.js';
import { t } from '../i18n/i18n.js';

const NAMES = {
  ' ': t('parts.keys.space'), ArrowDown: t('parts.keys.down'), ArrowUp: t('parts.keys.up'), ArrowLeft: t('parts.keys.left'), ArrowRight: t('parts.keys.right'),
  Enter: t('parts.keys.enter'), Escape: t('parts.keys.escape'), PageUp: t('parts.keys.page_up'), PageDown: t('parts.keys.page_down'),
};

/** All that the page has, whatever is shown. */
export function allKeys() {
  return html`<dl class="keys">
    ${KEYS.filter(({ only }) => only !== 'terminal').map((row) => html`<div><dt>${caps(row.keys)}${row.then ? t('parts.keys.then', { keys: caps(row.then) }) : ''}</dt><dd>${t(`parts.key.${row.id}`)}</dd></div>`)}
  </dl>`;
}

const caps = (names) => names.map((key) => html`<kbd>${NAMES[key] ?? key}</kbd> `);

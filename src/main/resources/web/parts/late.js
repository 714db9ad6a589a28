// What somebody wrote for a request that was settled before they sent it, or when it came: it stays in its box.

import { html, nothing } from 'lit';
import { said } from './text.js';
import './copy.js';
import { t } from '../i18n/i18n.js';

/** All that was typed, as one text; empty where nothing was. */
export function typed(draft) {
  if (draft === undefined || draft === null) return '';
  if (typeof draft === 'string') return draft.trim();
  if (typeof draft !== 'object') return '';
  const { reason, edited, fields } = draft;
  return [reason, edited, ...leaves(fields)].filter((text) => typeof text === 'string' && text.trim()).join('\n');
}

function leaves(value) {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [];
}

/**
 * @param late {text, words?}: what was typed, and what the daemon said of it if it was sent
 * @param discard() when it is not wanted any more
 */
export function lateTemplate(late, discard) {
  if (!late) return nothing;
  return html`<section class="approval-late" aria-label=${t('parts.late.wrote')}>
    <p role="status">${late.words ? said(late.words) : t('parts.late.settled')}</p>
    ${late.text
      ? html`<label for="late-text">${t('parts.late.wrote')}</label>
          <textarea id="late-text" rows="3" dir="auto" readonly .value=${late.text}></textarea>
          <div class="row approval-ends"><hp-copy .text=${late.text} label=${t('parts.late.copy')}></hp-copy>
            <button type="button" @click=${discard}>${t('parts.late.discard')}</button></div>`
      : nothing}
  </section>`;
}

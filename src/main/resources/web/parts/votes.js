// Who has said yes and who has objected, in their words.

import { html, nothing } from 'lit';
import './moment.js';
import { said } from './text.js';
import { t } from '../i18n/i18n.js';

export function votesTemplate(votes) {
  if (!votes?.length) return nothing;
  return html`<ul class="standing-votes" aria-label=${t('parts.votes.title')}>
    ${votes.map(
      ({ by, at_ms: at, vote, reason }) => html`<li>${vote === 'allow' ? t('parts.votes.yes', { who: said(by) }) : t('parts.votes.no', { who: said(by) })}
        <span class="faint">(<hp-age at-ms=${at} ago></hp-age>)</span>${reason ? html`: ${said(reason)}` : nothing}</li>`,
    )}
  </ul>`;
}

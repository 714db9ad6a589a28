// Who has said yes and who has objected, in their words.

import { html, nothing } from 'lit';
import './moment.js';
import { said } from './text.js';

export function votesTemplate(votes) {
  if (!votes?.length) return nothing;
  return html`<ul class="standing-votes" aria-label="Votes">
    ${votes.map(
      ({ by, at_ms: at, vote, reason }) => html`<li>${said(by)} ${vote === 'allow' ? 'says yes' : 'objects'}
        <span class="faint">(<hp-age at-ms=${at} after=" ago"></hp-age>)</span>${reason ? html`: ${said(reason)}` : nothing}</li>`,
    )}
  </ul>`;
}

// Who must agree to a request: the one line, the votes with their words, and the policy with its note.

import { html, nothing } from 'lit';
import { summary } from '../format/standing.js';
import { Element } from './element.js';
import './moment.js';
import { said } from './text.js';

const MINUTE_MS = 60_000;

class Standing extends Element {
  static properties = { standing: { attribute: false } };

  connectedCallback() {
    super.connectedCallback();
    this.minutes = setInterval(() => this.requestUpdate(), MINUTE_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.minutes);
  }

  render() {
    const { standing } = this;
    if (!standing) return nothing;
    const { policy, stage, stages, votes } = standing;
    return html`<section class="standing"><h3>Who must agree</h3>
      <p class="standing-summary">This request ${said(summary(standing, Date.now()))}.</p>
      ${votes.length === 0
        ? nothing
        : html`<ul class="standing-votes">
            ${votes.map(
              ({ by, at_ms: at, vote, reason }) => html`<li>${said(by)} ${vote === 'allow' ? 'says yes' : 'objects'}
                <span class="faint">(<hp-age at-ms=${at} after=" ago"></hp-age>)</span>${reason ? html`: ${said(reason)}` : nothing}</li>`,
            )}
          </ul>`}
      ${policy
        ? html`<p class="faint">Policy ${said(policy.name)}, version ${policy.version}${stages > 1 ? html`, stage ${stage} of ${stages}` : nothing}${policy.risk ===
          'high'
            ? html`, high risk`
            : nothing}${policy.note ? html`: ${said(policy.note)}` : nothing}</p>`
        : nothing}
    </section>`;
  }
}
customElements.define('hp-standing', Standing);

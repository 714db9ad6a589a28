// <hp-until at-ms before due>: how long it is until something is tried, in plain colour: nobody has to hurry. `before` makes words of that time.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { ticker } from '../parts/ticker.js';
import { date, span } from '../format/time.js';

class Until extends Element {
  static properties = { ms: { attribute: 'at-ms', type: Number }, before: { attribute: false }, due: { attribute: false } };

  connectedCallback() {
    super.connectedCallback();
    this.listen(ticker, 'tick');
  }

  render() {
    const left = this.ms - ticker.nowMs;
    return html`<time datetime=${new Date(this.ms).toISOString()} title=${date(this.ms)}>${left <= 0 ? this.due : this.before(span(left))}</time>`;
  }
}

export const expiresIn = (time) => t('pages.until.expires_in', { time });

customElements.define('hp-until', Until);

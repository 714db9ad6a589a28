// <hp-age at-ms ago>, <hp-deadline at-ms>: an age that grows, a deadline that comes nearer.

import { html } from 'lit';
import { Element } from './element.js';
import { ticker } from './ticker.js';
import { ago, date, span } from '../format/time.js';
import { t } from '../i18n/i18n.js';

class Age extends Element {
  static properties = { ms: { attribute: 'at-ms', type: Number }, ago: { type: Boolean } };

  connectedCallback() {
    super.connectedCallback();
    this.listen(ticker, 'tick');
  }

  render() {
    const at = new Date(this.ms);
    return html`<time datetime=${at.toISOString()} title=${date(this.ms)}>${this.ago ? ago(ticker.nowMs - this.ms) : span(ticker.nowMs - this.ms)}</time>`;
  }
}

class Deadline extends Element {
  static properties = { ms: { attribute: 'at-ms', type: Number } };

  connectedCallback() {
    super.connectedCallback();
    this.listen(ticker, 'tick');
  }

  render() {
    const left = this.ms - ticker.nowMs;
    const near = left < 60_000 ? 'deadline near' : 'deadline';
    return html`<time class=${near} datetime=${new Date(this.ms).toISOString()} title=${t('parts.moment.expires', { date: date(this.ms) })}
      >${left <= 0 ? t('parts.moment.expiring') : t('parts.moment.left', { span: span(left) })}</time
    >`;
  }
}

customElements.define('hp-age', Age);
customElements.define('hp-deadline', Deadline);

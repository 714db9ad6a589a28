// <hp-age at-ms>, <hp-deadline at-ms>: an age that grows, a deadline that comes nearer.

import { html } from 'lit';
import { Element } from './element.js';
import { ticker } from './ticker.js';
import { date, span } from '../format/time.js';

class Age extends Element {
  static properties = { ms: { attribute: 'at-ms', type: Number }, after: {} };

  connectedCallback() {
    super.connectedCallback();
    this.listen(ticker, 'tick');
  }

  render() {
    const at = new Date(this.ms);
    return html`<time datetime=${at.toISOString()} title=${date(this.ms)}>${span(ticker.nowMs - this.ms)}${this.after ?? ''}</time>`;
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
    return html`<time class=${near} datetime=${new Date(this.ms).toISOString()} title=${'Expires ' + date(this.ms)}
      >${left <= 0 ? 'expiring' : `${span(left)} left`}</time
    >`;
  }
}

customElements.define('hp-age', Age);
customElements.define('hp-deadline', Deadline);

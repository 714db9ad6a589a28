// <hp-bulk-item .prompt .opens>: one approval among several, in a line, with all of its input below.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { inputTemplate } from '../approval/input.js';
import { headline, isWhole, subject } from '../state/headline.js';

/** What is asked, in one line. */
export function itemTemplate(prompt) {
  return html`<b>${said(subject(prompt))}</b> <span class="inbox-asked asks-${prompt.kind}">${said(headline(prompt))}</span>
    <span class="faint">${said(prompt.sessionId)}</span>`;
}

class BulkItem extends Element {
  static properties = { prompt: { attribute: false }, opens: { type: Boolean }, isOpen: { state: true } };

  willUpdate() {
    this.isOpen ??= this.opens;
  }

  render() {
    return html`${itemTemplate(this.prompt)}
      <details class="inbox-whole" ?open=${this.isOpen} @toggle=${(event) => (this.isOpen = event.target.open)}>
        <summary>${isWhole(this.prompt) ? 'All of it' : 'Show all: there is more than the line shows'}</summary>
        ${this.isOpen ? inputTemplate(this.prompt.request) : nothing}
      </details>`;
  }
}

customElements.define('hp-bulk-item', BulkItem);

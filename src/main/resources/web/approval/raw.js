// <hp-raw .request>: the input as it is; drawn when somebody opens it.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import '../parts/copy.js';
import { cut, pretty } from '../format/json.js';
import { t } from '../i18n/i18n.js';

const SHOWN = { lines: 300, letters: 20_000 };

/** All of it: nothing that was made readable elsewhere can hide what else is there. */
class Raw extends Element {
  static properties = { request: { attribute: false }, isOpen: { state: true }, all: { state: true } };

  willUpdate(changed) {
    if (changed.has('request') && changed.get('request')?.digest !== this.request.digest) this.all = false;
  }

  render() {
    return html`<details class="approval-raw" @toggle=${(event) => (this.isOpen = event.target.open)}>
      <summary>${t('approval.raw.title')}</summary>
      ${this.isOpen ? this.#whole() : nothing}
    </details>`;
  }

  #whole() {
    const { input } = this.request;
    const text = pretty(input);
    const start = this.all ? null : cut(text, SHOWN);
    return html`<div class="row"><hp-copy .text=${text} label=${t('approval.raw.copy')}></hp-copy></div>
      <pre class="approval-code" dir="ltr"><code>${said(start ?? text)}</code>${start === null ? nothing : '…'}</pre>
      ${start === null
        ? nothing
        : html`<button type="button" class="approval-all" @click=${() => (this.all = true)}>${t('approval.command.show', { count: text.length })}</button>`}
      <p class="faint">${t('approval.raw.only')}</p>`;
  }
}

customElements.define('hp-raw', Raw);

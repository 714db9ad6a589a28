// <hp-keys>: the keys, for who has pressed ?.

import { html } from 'lit';
import { Element } from './element.js';
import { icon } from './icons.js';
import { allKeys } from './keys-table.js';
import { t } from '../i18n/i18n.js';

class KeysDialog extends Element {
  static properties = { isOpen: { state: true } };

  async open() {
    this.isOpen = true;
    await this.updateComplete;
    this.querySelector('dialog').showModal();
  }

  #close() {
    this.querySelector('dialog').close();
  }

  render() {
    return html`<dialog aria-labelledby="keys-title" @close=${() => (this.isOpen = false)} @click=${(event) => event.target.localName === 'dialog' && this.#close()}>
      <div class="line">
        <h2 id="keys-title">${t('parts.keys.title')}</h2>
        <button type="button" class="plain" aria-label=${t('parts.common.close')} @click=${() => this.#close()}>${icon('close')}</button>
      </div>
      ${this.isOpen ? allKeys() : ''}
      <p class="faint"><a href="/ui/settings" @click=${() => this.#close()}>${t('state.title.settings')}</a></p>
    </dialog>`;
  }
}

customElements.define('hp-keys', KeysDialog);

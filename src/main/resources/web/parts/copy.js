// <hp-copy .text label of>: puts a text on the clipboard, also where the browser has none for pages over plain http.

import { html, nothing } from 'lit';
import { Element } from './element.js';
import { announce } from './announce.js';
import { t } from '../i18n/i18n.js';

class Copy extends Element {
  static properties = { text: { attribute: false }, label: {}, of: {} };

  render() {
    return html`<button type="button" class="plain copy" @click=${() => this.#copy()}>${this.label ?? t('parts.common.copy')}${this.of ? html`<span class="only-read"> ${this.of}</span>` : nothing}</button>`;
  }

  async #copy() {
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(this.text);
      else this.#select();
      announce(t('parts.copy.done'), 'done');
    } catch {
      announce(t('parts.copy.refused'), 'wrong');
    }
  }

  #select() {
    const field = document.createElement('textarea');
    field.value = this.text;
    field.className = 'only-read';
    this.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    this.querySelector('button').focus();
    if (!done) throw new Error('not copied');
  }
}

customElements.define('hp-copy', Copy);

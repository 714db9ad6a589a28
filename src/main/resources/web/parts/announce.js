// Tells what happened: to everybody at the foot of the page, and to those who listen to it.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from './element.js';
import { icon } from './icons.js';
import { marked } from './text.js';
import { t } from '../i18n/i18n.js';

const SHOWN_MS = 7_000;
let serial = 0;

class Announcements extends EventTarget {
  items = [];

  /** @param tone 'done', 'info' or 'wrong'; what went wrong stays until it is closed */
  say(text, tone = 'info') {
    const item = { id: ++serial, text, tone };
    this.items = [...this.items.slice(-3), item];
    this.dispatchEvent(new Event('change'));
    if (tone !== 'wrong') setTimeout(() => this.close(item.id), SHOWN_MS);
  }

  close(id) {
    this.items = this.items.filter((item) => item.id !== id);
    this.dispatchEvent(new Event('change'));
  }
}

export const announcements = new Announcements();
export const announce = (text, tone) => announcements.say(text, tone);

class Toasts extends Element {
  connectedCallback() {
    super.connectedCallback();
    this.listen(announcements, 'change');
  }

  render() {
    const tone = (wrong) => announcements.items.filter((item) => (item.tone === 'wrong') === wrong);
    return html`<div class="toasts" role="status" aria-live="polite">${this.#list(tone(false))}</div>
      <div class="toasts" role="alert">${this.#list(tone(true))}</div>`;
  }

  #list(items) {
    return repeat(
      items,
      (item) => item.id,
      (item) => html`<p class="toast ${item.tone}">
        <span dir="auto">${marked(item.text)}</span>
        <button class="plain" aria-label=${t('parts.announce.close')} @click=${() => announcements.close(item.id)}>${icon('close')}</button>
      </p>`,
    );
  }
}

customElements.define('hp-toasts', Toasts);

// <hp-more .content>: what does not fit into a bar, in a panel above it; on a phone that is a sheet. The bar around its row
// of buttons is data-narrow where the row would take two lines: then what is only-wide is in the panel alone.

import { html, nothing } from 'lit';
import { Element } from './element.js';
import { t } from '../i18n/i18n.js';

let serial = 0;

/** @property content a function that gives a template of buttons; one that is pressed closes the panel */
class More extends Element {
  static properties = { content: { attribute: false }, isOpen: { state: true } };
  #name = `more-${++serial}`;

  connectedCallback() {
    super.connectedCallback();
    this.listen(this, 'keydown', (event) => this.#key(event));
    const sizes = new ResizeObserver(() => this.#fit());
    sizes.observe(this.parentElement);
    const words = new MutationObserver(() => this.#fit());
    words.observe(this.parentElement, { childList: true, characterData: true, subtree: true });
    this.finally(() => sizes.disconnect());
    this.finally(() => words.disconnect());
    this.listen(document, 'pointerdown', (event) => this.isOpen && !this.contains(event.target) && (this.isOpen = false));
  }

  render() {
    return html`<button type="button" class="more-button" aria-expanded=${this.isOpen ? 'true' : 'false'} aria-controls=${this.#name} @click=${() => this.#toggle()}>${t('parts.common.more')}</button>
      <div class="more-panel" id=${this.#name} role="group" aria-label=${t('parts.more.actions')} ?hidden=${!this.isOpen} @click=${(event) => this.#clicked(event)}
        @focusout=${(event) => this.#left(event)}>${this.isOpen ? this.content() : nothing}</div>`;
  }

  #fit() {
    const row = this.parentElement;
    const bar = row?.parentElement;
    if (!bar) return;
    bar.removeAttribute('data-narrow');
    const places = [...row.querySelectorAll(':scope > button, :scope > hp-more > .more-button')].filter((one) => one.offsetHeight > 0).map((one) => one.offsetTop);
    bar.toggleAttribute('data-narrow', places.some((top) => top !== places[0]));
  }

  async #toggle() {
    this.isOpen = !this.isOpen;
    if (!this.isOpen) return;
    await this.updateComplete;
    [...this.querySelectorAll('.more-panel button')].find((one) => one.checkVisibility())?.focus();
  }

  #clicked(event) {
    if (!event.target.closest('button')) return;
    // Unless what was pressed has taken the focus elsewhere.
    if (this.contains(document.activeElement)) this.querySelector('.more-button').focus();
    this.isOpen = false;
  }

  #key(event) {
    if (event.key !== 'Escape' || !this.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    this.isOpen = false;
    this.querySelector('.more-button').focus();
  }

  #left(event) {
    if (event.relatedTarget && !this.contains(event.relatedTarget)) this.isOpen = false;
  }
}

customElements.define('hp-more', More);

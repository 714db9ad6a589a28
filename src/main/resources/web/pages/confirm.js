// Asks whether it is really meant, before something is done that cannot be taken back.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';

class Confirm extends Element {
  static properties = { wish: { attribute: false } };

  firstUpdated() {
    this.querySelector('dialog').showModal();
    if (!this.wish.field) this.querySelector('[value=""]').focus();
  }

  render() {
    const { title, text, action, field, danger = true, back = t('pages.common.go_back') } = this.wish;
    return html`<dialog class="pg-confirm" aria-labelledby="confirm-title" aria-describedby="confirm-text" @close=${(event) => this.#closed(event.target)}
      @keydown=${(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}>
      <form method="dialog">
        <h2 id="confirm-title">${title}</h2>
        <p id="confirm-text" dir="auto">${text}</p>
        ${field
          ? html`<label for="confirm-field">${field.label}</label>
              <input id="confirm-field" name="text" maxlength=${field.maxLength ?? 1000} autocomplete="off" aria-describedby="confirm-hint">
              <p id="confirm-hint" class="faint">${field.hint ?? ''}</p>`
          : ''}
        <div class="row pg-actions">
          <button value="yes" class=${danger ? 'deny' : 'primary'}>${action}</button>
          <button value="" formnovalidate>${back}</button>
        </div>
      </form>
    </dialog>`;
  }

  #closed(dialog) {
    const text = this.querySelector('[name=text]')?.value.trim() ?? '';
    this.wish.answer(dialog.returnValue === 'yes' ? { text } : null);
    this.remove();
  }
}

customElements.define('hp-confirm', Confirm);

/**
 * @param wish {title, text, action, danger?, field?: {label, hint?, maxLength?}}
 * @return {text} when it is meant, null when not; the focus goes back to where it was
 */
export function confirmed(wish) {
  return new Promise((answer) => {
    const element = document.createElement('hp-confirm');
    element.wish = { ...wish, answer };
    document.body.append(element);
  });
}

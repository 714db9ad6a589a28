// What is high risk is allowed in a dialog that says why, and not by a key that is pressed twice or held down.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { riskWords, titleWords } from '../format/words.js';
import { t } from '../i18n/i18n.js';

const PAUSE_MS = 1_000;

class HighRisk extends Element {
  static properties = { wish: { attribute: false }, isReady: { state: true } };
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setTimeout(() => (this.isReady = true), PAUSE_MS);
    this.finally(() => clearTimeout(this.#timer));
  }

  firstUpdated() {
    this.querySelector('dialog').showModal();
    this.querySelector('[name=back]').focus();
  }

  render() {
    const { risk } = this.wish.request;
    return html`<dialog class="approval-high" aria-labelledby="high-title" aria-describedby="high-reasons" @close=${() => this.#answer(false)}
      @keydown=${(event) => event.repeat && event.preventDefault()}>
      <h2 id="high-title">${t('approval.high_risk.title', { title: said(titleWords(this.wish.request)) })}</h2>
      <ul id="high-reasons">${risk.reasons.map((one) => html`<li class=${one.level}>${said(riskWords(one))}</li>`)}</ul>
      <div class="row approval-ends">
        <button type="button" name="back" @click=${() => this.#answer(false)}>${t('approval.high_risk.back')}</button>
        <button type="button" class="deny" aria-disabled=${this.isReady ? 'false' : 'true'} @click=${() => this.isReady && this.#answer(true)}>${t('approval.high_risk.allow')}</button>
      </div>
    </dialog>`;
  }

  #answer(isMeant) {
    this.wish.answer(isMeant);
    this.querySelector('dialog').close();
    this.remove();
  }
}

customElements.define('hp-high-risk', HighRisk);

export const isHighRisk = ({ risk }) => risk?.level === 'high';

/** Whether a person allows it all the same; what is no high risk is not asked about. */
export function takesRisk(request) {
  if (!isHighRisk(request)) return Promise.resolve(true);
  return new Promise((answer) => {
    const element = document.createElement('hp-high-risk');
    element.wish = { request, answer };
    document.body.append(element);
  });
}

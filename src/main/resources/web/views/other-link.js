// <hp-other-link>: a link to sign in, opened by somebody who is signed in already. It may be another person's, so
// it is asked, and neither happens by itself. Tells 'done' when it was answered.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { me } from '../state/me.js';

class OtherLink extends Element {
  static properties = { code: {}, problem: { state: true }, busy: { state: true } };

  render() {
    return html`<main class="alone sign-in">
      <h1>${t('views.other_link.title')}</h1>
      <p>${t('views.other_link.signed_in', { name: html`<strong dir="auto">${me.caller?.name}</strong>` })}</p>
      <p>
        <button ?disabled=${this.busy} @click=${() => this.#use()}>${t('views.other_link.use')}</button>
        <button class="primary" ?disabled=${this.busy} @click=${() => this.#done()}>${t('views.other_link.stay')}</button>
      </p>
      <p role="alert" class="wrong">${this.problem ?? ''}</p>
    </main>`;
  }

  async #use() {
    this.busy = true;
    this.problem = null;
    try {
      await me.signIn({ code: this.code });
      this.#done();
    } catch (problem) {
      this.problem = problem.detail;
    }
    this.busy = false;
  }

  #done() {
    this.dispatchEvent(new Event('done'));
  }
}

customElements.define('hp-other-link', OtherLink);

// Registering an approver's passkey by an invitation. The link is enough: no token is needed.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { api } from '../net/api.js';
import { register } from '../net/passkeys.js';

class Enroll extends Element {
  static properties = { offer: { state: true }, key: { state: true }, problem: { state: true }, busy: { state: true } };
  #code = '';

  connectedCallback() {
    super.connectedCallback();
    // It is good once: it has no business in the history.
    this.#code = location.hash.slice(1);
    if (this.#code) history.replaceState(null, '', '/ui/enroll');
    this.#find();
  }

  render() {
    return html`<main class="alone sign-in">
      <h1>${t('state.title.enroll')}</h1>
      ${this.key ? this.#registered() : this.offer ? this.#invited() : ''}
      <p role="alert" class="wrong">${this.problem ?? ''}</p>
    </main>`;
  }

  #invited() {
    return html`<p>${t('views.enroll.invited', { name: html`<strong>${said(this.offer.principal)}</strong>`, tenant: html`<strong>${said(this.offer.tenant_name)}</strong>` })}</p>
      <button class="primary" ?disabled=${this.busy} @click=${() => this.#register()}>${t('state.title.enroll')}</button>`;
  }

  #registered() {
    return html`<p>${t('views.enroll.registered')}</p>
      <p><code class="fingerprint">${this.key.fingerprint}</code></p>`;
  }

  #find() {
    this.#done(async () => {
      this.offer = await api.post('/v1/enrollments/find', { enrollment_code: this.#code || '-' });
    });
  }

  #register() {
    const id = 'enrolled-' + Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('');
    this.#done(async () => {
      this.key = await register({ id, name: this.offer.principal }, [], { enrollment_code: this.#code });
    });
  }

  async #done(deed) {
    this.busy = true;
    this.problem = null;
    try {
      await deed();
    } catch (problem) {
      this.problem = problem.detail;
    }
    this.busy = false;
  }
}

customElements.define('hp-enroll', Enroll);

// Signing in: by the link that `holdpoint open` gives, or with a token.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import '../parts/copy.js';
import { api } from '../net/api.js';
import { signInProof } from '../net/passkeys.js';
import { me } from '../state/me.js';

/** What the way to the identity provider and back ended with, by the word in the address. */
const CAME_BACK = {
  cancelled: (name) => t('views.sign_in.cancelled', { name }),
  name_not_usable: (name) => t('views.sign_in.name_not_usable', { name }),
  no_name: (name) => t('views.sign_in.no_name', { name }),
  no_role: (name) => t('views.sign_in.no_role', { name }),
  not_begun: () => t('views.sign_in.not_begun'),
  not_good: (name) => t('views.sign_in.not_good', { name }),
  provider_away: (name) => t('views.sign_in.provider_away', { name }),
};

/** The code of a link that leads here, if there is one. It is good once: it has no business in the history. */
export function takeCode() {
  const code = location.pathname === '/ui/sign-in' ? location.hash.slice(1) : '';
  if (code) history.replaceState(null, '', '/ui/sign-in');
  return code;
}

class SignIn extends Element {
  static properties = { problem: { state: true }, busy: { state: true }, provider: { state: true }, shown: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.listen(window, 'hashchange', () => this.#come());
    this.#come();
    this.#askProvider();
  }

  async #askProvider() {
    const { name } = await api.get('/ui/oidc/provider').catch(() => ({}));
    this.provider = name;
    const word = new URLSearchParams(location.search).get('problem');
    const said = Object.hasOwn(CAME_BACK, word) ? CAME_BACK[word] : null;
    if (said && name) this.problem = said(name);
    if (word) history.replaceState(null, '', '/ui/sign-in');
  }

  #come() {
    const code = takeCode();
    if (code) this.#with({ code });
  }

  render() {
    const why = this.problem ?? me.reason;
    return html`<main class="alone sign-in">
      <img src=${new URL('../icon.svg', import.meta.url).pathname} width="48" height="48" alt="">
      <h1>${t('views.sign_in.sign_in')}</h1>
      <p id="sign-in-problem" role="alert" class="wrong">${why}</p>
      ${this.provider ? html`<a class="button primary" href="/ui/oidc/start">${t('views.sign_in.continue', { provider: this.provider })}</a>` : ''}
      <form @submit=${(event) => this.#submitted(event)}>
        <label for="token">${t('views.sign_in.token')}</label>
        <div class="sign-in-token">
          <input id="token" name="token" type=${this.shown ? 'text' : 'password'} autocomplete="current-password" required maxlength="8192"
            spellcheck="false" autocapitalize="off" aria-describedby="sign-in-problem" ?disabled=${this.busy}>
          <button type="button" aria-pressed=${this.shown ? 'true' : 'false'} aria-controls="token" @click=${() => (this.shown = !this.shown)}>${t('views.sign_in.show')}</button>
        </div>
        <button class="primary" ?disabled=${this.busy}>${this.busy ? t('views.sign_in.signing_in') : t('views.sign_in.sign_in')}</button>
      </form>
      <button type="button" ?disabled=${this.busy} @click=${() => this.#byPasskey()}>${t('views.sign_in.passkey')}</button>
      <div class="sign-in-open">
        <p>${t('views.sign_in.or_open')}</p>
        <p><code>holdpoint open</code> <hp-copy .text=${'holdpoint open'}></hp-copy></p>
      </div>
    </main>`;
  }

  #submitted(event) {
    event.preventDefault();
    const token = new FormData(event.target).get('token').trim();
    this.shown = false;
    if (token) this.#with({ token });
  }

  #byPasskey() {
    this.#with(signInProof);
  }

  /** @param proof what is sent, or how it comes to be */
  async #with(proof) {
    this.busy = true;
    this.problem = null;
    try {
      await me.signIn(typeof proof === 'function' ? await proof() : proof);
    } catch (problem) {
      this.problem = problem.detail;
    }
    this.busy = false;
  }
}

customElements.define('hp-sign-in', SignIn);

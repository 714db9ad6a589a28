// Signing in: by the link that `holdpoint open` gives, or with a token.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { me } from '../state/me.js';

/** The code of a link that leads here, if there is one. It is good once: it has no business in the history. */
export function takeCode() {
  const code = location.pathname === '/ui/sign-in' ? location.hash.slice(1) : '';
  if (code) history.replaceState(null, '', '/ui/sign-in');
  return code;
}

class SignIn extends Element {
  static properties = { problem: { state: true }, busy: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.listen(window, 'hashchange', () => this.#come());
    this.#come();
  }

  #come() {
    const code = takeCode();
    if (code) this.#with({ code });
  }

  render() {
    return html`<main class="alone sign-in">
      <img src=${new URL('../icon.svg', import.meta.url).pathname} width="48" height="48" alt="">
      <h1>Holdpoint</h1>
      <p>Sign in with a token, or run <code>holdpoint open</code> on the daemon's machine to open this page signed in.</p>
      <form @submit=${(event) => this.#submitted(event)}>
        <label for="token">Token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required maxlength="8192"
          spellcheck="false" autocapitalize="off" aria-describedby="sign-in-problem" ?disabled=${this.busy}>
        <button class="primary" ?disabled=${this.busy}>${this.busy ? 'Signing in…' : 'Sign in'}</button>
      </form>
      <p id="sign-in-problem" role="alert" class="wrong">${this.problem ?? me.reason}</p>
    </main>`;
  }

  #submitted(event) {
    event.preventDefault();
    const token = new FormData(event.target).get('token').trim();
    if (token) this.#with({ token });
  }

  async #with(proof) {
    this.busy = true;
    this.problem = null;
    try {
      await me.signIn(proof);
    } catch (problem) {
      this.problem = problem.detail;
    }
    this.busy = false;
  }
}

customElements.define('hp-sign-in', SignIn);

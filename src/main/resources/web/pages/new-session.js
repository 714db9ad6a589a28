// A new session, or the one that has the name already.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { api } from '../net/api.js';
import { router, to } from '../router.js';

class NewSession extends Element {
  static properties = { problem: { state: true }, busy: { state: true } };

  firstUpdated() {
    this.querySelector('dialog').showModal();
  }

  render() {
    const wrong = this.problem ? (this.problem.errors[0]?.message ?? this.problem.detail) : '';
    return html`<dialog class="pg-confirm" aria-labelledby="new-session" @close=${() => this.remove()}>
      <form @submit=${(event) => this.#make(event)}>
        <h2 id="new-session">${t('pages.new_session.new')}</h2>
        <label for="session-name">${t('pages.new_session.name')}</label>
        <input id="session-name" name="session_id" maxlength="200" autocomplete="off" spellcheck="false"
          aria-describedby="session-name-hint session-name-problem" aria-invalid=${wrong ? 'true' : 'false'}>
        <p id="session-name-hint" class="faint">${t('pages.new_session.hint')}</p>
        <p id="session-name-problem" class="wrong" role="alert">${/^[A-Z]/.test(wrong) ? wrong : wrong && t('pages.new_session.wrong', { problem: wrong })}</p>
        <div class="row pg-actions">
          <button class="primary" ?disabled=${this.busy}>${t('pages.new_session.create')}</button>
          <button type="button" @click=${() => this.querySelector('dialog').close()}>${t('pages.common.go_back')}</button>
        </div>
      </form>
    </dialog>`;
  }

  async #make(event) {
    event.preventDefault();
    const name = new FormData(event.target).get('session_id').trim();
    this.busy = true;
    this.problem = null;
    try {
      const session = await api.postOnce('/v1/sessions', name ? { session_id: name } : {});
      this.querySelector('dialog').close();
      announce(t('pages.new_session.created'), 'done');
      router.go(to.session(session.session_id));
    } catch (problem) {
      this.problem = problem;
    }
    this.busy = false;
  }
}

customElements.define('hp-new-session', NewSession);

export function newSession() {
  document.body.append(document.createElement('hp-new-session'));
}

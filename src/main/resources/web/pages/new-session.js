// A new session, or the one that has the name already.

import { html } from 'lit';
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
        <h2 id="new-session">New session</h2>
        <label for="session-name">Name (optional)</label>
        <input id="session-name" name="session_id" maxlength="200" autocomplete="off" spellcheck="false"
          aria-describedby="session-name-hint session-name-problem" aria-invalid=${wrong ? 'true' : 'false'}>
        <p id="session-name-hint" class="faint">If a session with this name exists, it is opened.</p>
        <p id="session-name-problem" class="wrong" role="alert">${wrong ? `The name ${wrong}`.replace(/^The name (?=[A-Z])/, '') : ''}</p>
        <div class="row pg-actions">
          <button class="primary" ?disabled=${this.busy}>Create</button>
          <button type="button" @click=${() => this.querySelector('dialog').close()}>Go back</button>
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
      announce('The session was created.', 'done');
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

// <hp-refuse>: before a question is declined or cancelled, what that does is said, and a reason may be given.

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { marked } from '../parts/text.js';
import { problemText } from './problem.js';

const WORDS = {
  decline: {
    title: t('question.refuse.decline_title'),
    means: t('question.refuse.decline_means'),
    child: t('question.refuse.decline_child'),
    button: t('question.refuse.decline'),
  },
  cancel: {
    title: t('question.refuse.cancel'),
    means: t('question.refuse.cancel_means'),
    child: t('question.refuse.cancel_child'),
    button: t('question.refuse.cancel'),
  },
};

class Refuse extends Element {
  static properties = {
    child: { attribute: false },
    reason: { attribute: false },
    mode: { state: true },
    busy: { state: true },
    problem: { state: true },
  };

  /** Set by the view that uses it: send(mode, reason) does it or throws, false is what was not sent; keep(reason) is told of every change. */
  send = async () => {};
  keep = () => {};

  async open(mode) {
    this.mode = mode;
    this.problem = null;
    await this.updateComplete;
    const dialog = this.querySelector('dialog');
    if (!dialog.open) dialog.showModal();
  }

  close() {
    this.querySelector('dialog')?.close();
  }

  render() {
    const words = WORDS[this.mode ?? 'decline'];
    return html`<dialog aria-labelledby="refuse-title" aria-describedby="refuse-means"
      @click=${(event) => event.target.localName === 'dialog' && this.close()}>
      <form class="q-refuse" novalidate @submit=${(event) => this.#submitted(event)} @keydown=${(event) => this.#pressed(event)}>
        <h2 id="refuse-title">${words.title}</h2>
        <p id="refuse-means">${this.child ? words.child : words.means}</p>
        <label for="refuse-reason">${t('parts.common.reason')} <span class="chip">${t('question.field.optional')}</span></label>
        <textarea id="refuse-reason" dir="auto" autofocus .value=${live(this.reason ?? '')} aria-invalid=${this.problem ? 'true' : 'false'}
          aria-describedby="refuse-problem" @input=${(event) => this.keep(event.target.value)}></textarea>
        <p id="refuse-problem" class="wrong" role="alert">${this.problem ? html`<bdi>${marked(problemText(this.problem))}</bdi>` : nothing}</p>
        <div class="row">
          <button class="deny" aria-disabled=${this.busy ? 'true' : 'false'}>${this.busy ? t('approval.bar.sending') : words.button}</button>
          <button type="button" @click=${() => this.close()}>${t('question.refuse.back')}</button>
        </div>
      </form>
    </dialog>`;
  }

  #pressed(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) this.#submitted(event);
  }

  async #submitted(event) {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    try {
      if (await this.send(this.mode, this.querySelector('textarea').value.trim())) this.close();
    } catch (problem) {
      this.problem = problem;
    }
    this.busy = false;
  }
}

customElements.define('hp-refuse', Refuse);

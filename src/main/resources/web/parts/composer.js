// <hp-composer .sessionId>: a message for a session, which starts a run there.

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Element } from './element.js';
import { announce } from './announce.js';
import { marked } from './text.js';
import { api, segment } from '../net/api.js';
import { drafts } from '../state/drafts.js';
import { me } from '../state/me.js';
import { to } from '../router.js';
import { t } from '../i18n/i18n.js';

let serial = 0;

/** Tells 'submitted' with the run that came of it. */
class Composer extends Element {
  static properties = {
    sessionId: { attribute: false },
    text: { state: true },
    busy: { state: true },
    problem: { state: true },
    started: { state: true },
  };

  #name = `composer-${++serial}`;

  willUpdate(changed) {
    if (!changed.has('sessionId')) return;
    const draft = drafts.get(this.#key);
    this.text = typeof draft === 'string' ? draft : '';
    this.problem = null;
    this.started = null;
  }

  get #key() {
    return `message:${this.sessionId}`;
  }

  render() {
    const why = me.works ? '' : t('parts.composer.role', { role: me.caller?.role ?? '' });
    return html`<form class="composer" novalidate @submit=${(event) => this.#submitted(event)}
      @keydown=${(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing && this.#submitted(event)}>
      <label for="${this.#name}-text">${t('parts.composer.message')}</label>
      <textarea id="${this.#name}-text" dir="auto" rows="2" .value=${live(this.text)} ?readonly=${Boolean(why) || this.busy}
        aria-invalid=${this.problem ? 'true' : 'false'} aria-describedby="${this.#name}-problem ${this.#name}-hint"
        @input=${(event) => this.#wrote(event.target.value)}></textarea>
      <p id="${this.#name}-problem" class="wrong" role="alert">${this.problem ? html`<bdi>${marked(this.problem)}</bdi>` : nothing}</p>
      <div class="line">
        <span id="${this.#name}-hint" class="faint">${why || t('parts.composer.hint', { keys: html`<kbd>${t('parts.keys.ctrl')}</kbd>+<kbd>${t('parts.keys.enter')}</kbd>` })}</span>
        <span class="row">
          ${this.started ? html`<a href=${to.run(this.started)}>${t('parts.common.view_run')}</a>` : nothing}
          <button class="primary" aria-disabled=${why || this.busy ? 'true' : 'false'} aria-describedby="${this.#name}-hint">${this.busy ? t('approval.bar.sending') : t('parts.composer.send')}</button>
        </span>
      </div>
    </form>`;
  }

  #wrote(text) {
    this.text = text;
    this.problem = null;
    if (text) drafts.set(this.#key, text);
    else drafts.delete(this.#key);
  }

  async #submitted(event) {
    event.preventDefault();
    if (this.busy || !me.works) return;
    if (!this.text.trim()) {
      this.#refused(t('parts.composer.empty'));
      return;
    }
    const { sessionId, text } = this;
    const key = this.#key;
    this.busy = true;
    this.problem = null;
    this.started = null;
    try {
      const run = await api.postOnce(`/v1/sessions/${segment(sessionId)}/runs`, { content: text });
      drafts.delete(key);
      announce(run.status === 'queued' ? t('parts.composer.queued') : t('parts.composer.started'), 'done');
      if (this.sessionId === sessionId) {
        this.text = '';
        this.started = run.run_id;
      }
      this.dispatchEvent(new CustomEvent('submitted', { bubbles: true, detail: run }));
    } catch (problem) {
      const said = [problem.detail ?? String(problem), ...(problem.errors ?? []).map((error) => error.message)];
      if (this.sessionId === sessionId) this.#refused([...new Set(said)].join(' '));
      else announce(said[0], 'wrong');
    }
    this.busy = false;
  }

  #refused(text) {
    this.problem = text;
    this.querySelector('textarea').focus();
  }
}

customElements.define('hp-composer', Composer);

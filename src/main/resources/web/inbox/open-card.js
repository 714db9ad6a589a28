// The card of the inbox: the prompt that is open, as far as it is there, and what keys do to it.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announce } from '../parts/announce.js';
import { later } from '../parts/later.js';
import { Loaded } from '../parts/loaded.js';
import { empty, failed, loading } from '../parts/states.js';
import { plain } from '../format/text.js';
import { inbox } from '../state/inbox.js';
import { titleOf } from '../state/prompt.js';
import { t } from '../i18n/i18n.js';

/** A key that was meant for the prompt before is not taken for the one that has just come up. */
const HASTY_MS = 400;
/** What a decided request can still be asked for. */
const LOOKING = new Set(['led', 'difference']);

/** A Lit controller of the inbox's view. */
export class OpenCard {
  #view;
  #found;
  /** When what is open was another. */
  #changedAt = 0;
  #hasCards = later.has('cards');
  #brought = () => {
    // With the file of the cards the one that is open comes up; the other files change nothing here.
    if (!this.#hasCards && later.has('cards')) this.#changedAt = performance.now();
    this.#hasCards = later.has('cards');
    this.#view.requestUpdate();
  };

  constructor(view) {
    this.#view = view;
    this.#found = new Loaded(view, (_, kind, id) => inbox.find(kind, id));
    view.addController(this);
  }

  hostConnected() {
    later.addEventListener('change', this.#brought);
  }

  hostDisconnected() {
    later.removeEventListener('change', this.#brought);
  }

  hostUpdated() {
    if (this.#view.chosen) later.want('cards');
  }

  get prompt() {
    return inbox.at(this.#view.chosenKey);
  }

  /** Where it is drawn. */
  get pane() {
    return this.#view.querySelector('.inbox-prompt');
  }

  get isHasty() {
    return performance.now() - this.#changedAt < HASTY_MS;
  }

  /** Another one was chosen. */
  turned() {
    this.#changedAt = performance.now();
    const { kind, chosen } = this.#view;
    if (chosen && !this.prompt?.row) this.#found.load(kind, chosen);
  }

  focus() {
    const { pane } = this;
    if (!pane?.querySelector('hp-approval')?.focusFirst()) pane?.focus();
  }

  /** Letters and digits are about what is open. Where another row is active, that one is opened first, and nothing decided. */
  act(method, event, ...more) {
    if (event.repeat || this.isHasty) return;
    const { active, chosenKey, shown } = this.#view;
    if (active && active !== chosenKey && shown.indexOf(active) >= 0) {
      const { kind } = inbox.at(active) ?? {};
      this.#view.choose(active, true);
      if (method === 'allow') announce(kind === 'question' ? t('inbox.inbox.opened_answer') : t('inbox.inbox.opened_allow'));
      return;
    }
    const element = this.pane?.querySelector('hp-approval, hp-question');
    if (!element || (this.prompt?.settled && !LOOKING.has(method))) return;
    const name = method === 'allow' && element.localName === 'hp-question' ? 'answer' : method;
    element[name]?.(...more);
  }

  /** c, z and m: about what is open, by the part of its card that does it. */
  triage(part, method, event) {
    if (event.repeat || this.isHasty) return;
    this.pane?.querySelector(part)?.[method]();
  }

  get label() {
    const { prompt } = this;
    if (!prompt?.row) return t('inbox.inbox.chosen');
    const title = plain(titleOf(prompt));
    return prompt.kind === 'approval' ? t('inbox.inbox.approval', { title }) : t('inbox.inbox.question', { title });
  }

  template() {
    if (!this.#view.chosen) return empty(t('inbox.inbox.select'), t('inbox.inbox.select_hint'));
    const { prompt } = this;
    return html`<nav class="inbox-back" aria-label=${t('inbox.inbox.back')}>${this.#next(prompt)}</nav>
      <h1 class="only-read inbox-alone">${t('state.title.inbox')}</h1>
      ${prompt?.row && later.has('cards')
        ? repeat([prompt], ({ key }) => key, (one) => (one.kind === 'approval'
            ? html`<hp-approval .prompt=${one}></hp-approval>`
            : html`<hp-question .prompt=${one}></hp-question>`))
        : this.#found.problem
          ? failed(this.#found.problem, () => this.#found.load(this.#view.kind, this.#view.chosen))
          : later.problem ? failed(later.problem, () => location.reload()) : loading()}`;
  }

  #next(prompt) {
    const next = prompt?.settled ? this.#view.nextPending() : null;
    return next ? html`<button @click=${() => this.#view.choose(next, true, true)}>${t('inbox.inbox.next')}</button>` : '';
  }
}

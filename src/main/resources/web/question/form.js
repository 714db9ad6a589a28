// <hp-question-form>: the fields of a question that waits, what was put into them, and the way to send it.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { ofDaemon, t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { marked } from '../parts/text.js';
import { live } from '../net/live.js';
import { answer, cancelQuestion } from '../state/decide.js';
import { drafts } from '../state/drafts.js';
import { actionOf, buttonsTemplate, missingWords } from './buttons.js';
import { answersOf, byId, fieldsOf, missing, placed, valuesOf } from './fields.js';
import { effectTemplate } from './effect.js';
import { fieldTemplate } from './field.js';
import { headingOf } from './heading.js';
import { linkTemplate } from './link.js';
import { isClarification } from './path.js';
import { actsOf } from '../triage/triage.js';
import { problemText } from './problem.js';
import './refuse.js';

let serial = 0;

class QuestionForm extends Element {
  static properties = {
    prompt: { attribute: false },
    around: { attribute: false },
    busy: { attribute: false },
    values: { state: true },
    wrong: { state: true },
    problem: { state: true },
  };

  /** Set by whoever uses it: send(deed, what to say when it is done), which throws what the daemon refused. */
  send = async () => {};

  /** What stands between the fields and the bar. */
  around = () => nothing;

  #name = `q${++serial}`;
  #key = null;
  #fields = [];
  #reason = '';
  /** Fields in which something stands that is no value, such as half a number. */
  #unreadable = new Set();

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'state');
  }

  willUpdate(changed) {
    if (!changed.has('prompt')) return;
    const { key, row, request } = this.prompt;
    const isNew = key !== this.#key;
    const draft = drafts.get(key);
    // What came by the stream has no answers of others yet; those who have begun to type keep what they typed.
    if (!isNew && (changed.get('prompt')?.row || draft)) return;
    this.#key = key;
    this.#fields = fieldsOf(row?.request ?? request);
    this.values = valuesOf(this.#fields, row?.request ?? request, draft?.fields);
    this.#reason = draft?.reason ?? '';
    if (!isNew) return;
    this.#unreadable.clear();
    this.wrong = byId();
    this.problem = null;
  }

  begin() {
    this.querySelector('.q-form :is(input, textarea):not(:disabled)')?.focus();
  }

  /** For the key: sends what is complete, and else leads to the first answer that is missing. */
  answer() {
    if (this.busy) return;
    const word = this.querySelector('[data-word]');
    if (word) return void word.focus();
    const { reason } = actionOf(this.prompt, 'answer');
    if (reason) announce(ofDaemon(reason), 'info');
    else if (Object.keys(this.#wanted).length > 0) this.#begin();
    else this.querySelector('.q-form').requestSubmit();
  }

  /** To the first answer that is missing, with how many there are. */
  async #begin() {
    const wanted = this.#wanted;
    const at = this.#fields.findIndex(({ id }) => id in wanted);
    announce(missingWords(Object.keys(wanted).length), 'info');
    const field = this.querySelectorAll('.q-field')[at];
    field?.scrollIntoView({ block: 'nearest' });
    field?.querySelector(':is(input, textarea):not(:disabled)')?.focus();
  }

  /** {[id]: what to do} */
  get #wanted() {
    const wanted = missing(this.#fields, this.values);
    for (const id of this.#unreadable) wanted[id] = t('question.form.unreadable');
    return wanted;
  }

  refuse(mode) {
    if (!this.busy && actionOf(this.prompt, mode).allowed) this.querySelector('hp-refuse').open(mode);
  }

  /** The n-th option, where there is but one list to choose one from. */
  chooseAt(index) {
    const option = this.#isNumbered && actionOf(this.prompt, 'answer').allowed && this.#fields[0].options[index];
    if (!option) return;
    const word = this.querySelector(`[data-word="${option.id}"]`);
    if (word) return void word.focus();
    this.#choose(this.#fields[0], option.id, true);
    this.querySelector(`#${this.#name}-0-${index}`)?.focus();
  }

  get #isNumbered() {
    return this.#fields.length === 1 && this.#fields[0].options.length > 0 && !this.#fields[0].many;
  }

  /** The heading of the card says the first one already. */
  get #isTitled() {
    return headingOf(this.prompt.row?.request ?? this.prompt.request).isWhole;
  }

  render() {
    const disabled = !actionOf(this.prompt, 'answer').allowed;
    const request = this.prompt.row?.request ?? this.prompt.request;
    const { link } = request;
    if (request.effect) return this.#effect(request);
    return html`${link ? linkTemplate(link, disabled, () => this.#opened()) : nothing}
      <form class="q-form ${this.#isTitled ? 'titled' : ''}" id="${this.#name}-form" novalidate @submit=${(event) => this.#submitted(event)} @keydown=${(event) => this.#pressed(event)}>
        ${repeat(
          this.#fields,
          (field) => `${this.prompt.key} ${field.id}`,
          (field, index) =>
            fieldTemplate(
              field,
              this.values[field.id],
              { name: `${this.#name}-${index}`, problem: this.wrong[field.id], disabled, numbered: this.#isNumbered },
              {
                choose: (id, chosen) => this.#choose(field, id, chosen),
                clear: () => this.#put(field, { chosen: [] }),
                write: (words, input) => this.#write(field, words, input),
              },
            ),
        )}
        <div class="q-all" role="alert">${this.problem ? html`<p class="wrong"><bdi>${marked(this.problem)}</bdi></p>` : nothing}</div>
      </form>
      ${this.around()}
      ${buttonsTemplate(
          this.prompt,
          { busy: this.busy, name: this.#name, missing: Object.keys(this.#wanted).length, isChild: isClarification(this.prompt.row) },
          (mode) => this.refuse(mode),
          actsOf(this.prompt, this),
        )}
      <hp-refuse .child=${isClarification(this.prompt.row)} .reason=${this.#reason} .keep=${(reason) => this.#keep(reason)}
        .send=${(mode, reason) => this.#refused(mode, reason)}></hp-refuse>`;
  }

  /** Whether a call happened: one of three words, and a note beside it. */
  #effect(request) {
    const [field] = this.#fields;
    return html`${effectTemplate(
        this.prompt,
        request,
        this.values[field.id].words,
        { name: this.#name, busy: this.busy, problem: this.problem, around: this.around, acts: actsOf(this.prompt, this) },
        {
          say: (word) => {
            if (this.busy) return;
            this.#choose(field, word, true);
            this.#submitted(new Event('submit'));
          },
          write: (words) => this.#write(field, words),
          refuse: (mode) => this.refuse(mode),
        },
      )}
      <hp-refuse .child=${false} .reason=${this.#reason} .keep=${(reason) => this.#keep(reason)}
        .send=${(mode, reason) => this.#refused(mode, reason)}></hp-refuse>`;
  }

  #choose(field, optionId, chosen) {
    const now = this.values[field.id].chosen;
    const next = field.many ? field.options.map((one) => one.id).filter((id) => (id === optionId ? chosen : now.includes(id))) : [optionId];
    this.#put(field, { chosen: next });
  }

  #write(field, words, input) {
    if (input?.validity.badInput) {
      this.#unreadable.add(field.id);
      return;
    }
    this.#unreadable.delete(field.id);
    this.#put(field, { words });
  }

  #put(field, change) {
    this.values = byId(this.values);
    this.values[field.id] = { ...this.values[field.id], ...change };
    this.wrong = byId(this.wrong);
    delete this.wrong[field.id];
    this.#keep(this.#reason);
  }

  #keep(reason) {
    this.#reason = reason;
    drafts.set(this.prompt.key, { fields: this.values, reason });
  }

  #pressed(event) {
    if (event.key !== 'Enter' || event.isComposing) return;
    if (event.ctrlKey || event.metaKey) this.#submitted(event);
    // With several questions, the end of one line is not the end of all.
    else if (event.target.localName === 'input' && this.#fields.length > 1) event.preventDefault();
  }

  /** Whoever opens the page has answered; a page that did not open can be opened again until then. */
  #opened() {
    if (this.busy) return;
    const [field] = this.#fields;
    this.#choose(field, field.options[0].id, true);
    this.#submitted(new Event('submit'));
  }

  async #submitted(event) {
    event.preventDefault();
    const { prompt } = this;
    if (this.busy || !actionOf(prompt, 'answer').allowed) return;
    const wanted = this.#wanted;
    if (Object.keys(wanted).length > 0) {
      this.#point(wanted, t('question.form.not_sent', { count: Object.keys(wanted).length }));
      return;
    }
    const answers = answersOf(this.#fields, this.values);
    this.problem = null;
    this.wrong = byId();
    try {
      await this.send(() => answer(prompt, { answers }), t('question.form.answered'));
    } catch (problem) {
      const { at, rest } = placed(problem.errors ?? [], answers);
      const text = problemText(problem, rest);
      if (this.isConnected && this.prompt.key === prompt.key) this.#point(at, text);
      else announce(text, 'wrong');
    }
  }

  /** What is wrong is shown at its field, and whoever types is taken to the first. */
  async #point(wrong, text) {
    this.problem = null;
    await this.updateComplete; // the same text twice is told twice
    this.wrong = wrong;
    this.problem = text;
    await this.updateComplete;
    this.querySelector('.q-wrong :is(input, textarea)')?.focus();
  }

  #refused(mode, reason) {
    const { prompt } = this;
    if (mode === 'decline') {
      return this.send(() => answer(prompt, { declined: true, ...(reason && { justification: reason }) }), t('question.form.declined'));
    }
    return this.send(() => cancelQuestion(prompt, reason), isClarification(prompt.row) ? t('question.form.declined') : t('question.form.cancelled'));
  }
}

customElements.define('hp-question-form', QuestionForm);

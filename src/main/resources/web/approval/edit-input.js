// <hp-edit-input .prompt .send>: another input in the place of the one that was asked. What is different is shown
// while it is written, so that it is seen before it is sent.

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { parsed, pretty, rounded, same } from '../format/json.js';
import { shape } from '../format/shape.js';
import { drafts } from '../state/drafts.js';
import { sendsOrCloses } from './form-keys.js';
import { refusalTemplate } from './refusal.js';
import './diff-view.js';
import { t } from '../i18n/i18n.js';

/** Longer texts are compared when the writer pauses. */
const AT_ONCE = 20_000;
const PAUSE_MS = 300;
const NAMED = 5;

/** Tells 'closed' when nobody wants to edit any more. */
class EditInput extends Element {
  static properties = {
    prompt: { attribute: false }, send: { attribute: false }, busy: { type: Boolean },
    text: { state: true }, compared: { state: true }, asJson: { state: true }, problem: { state: true },
  };
  #later;

  willUpdate(changed) {
    if (!changed.has('prompt') || changed.get('prompt')?.key === this.prompt.key) return;
    const draft = drafts.get(this.prompt.key);
    this.asJson = draft?.edited === undefined ? !this.#member : draft.asJson;
    this.text = draft?.edited ?? this.#asked;
    this.compared = this.text;
    this.problem = null;
  }

  focus() {
    this.querySelector('textarea')?.focus();
  }

  get #request() {
    return this.prompt.row?.request ?? this.prompt.request;
  }

  /** What a person would edit alone: the command, or the text of a file. */
  get #member() {
    return shape(this.#request.tool_name, this.#request.input, this.#request).member;
  }

  get #asked() {
    return this.asJson ? pretty(this.#request.input) : this.#request.input[this.#member];
  }

  /** {value} or {problem} */
  get #result() {
    if (this.asJson) return parsed(this.text);
    return { value: { ...this.#request.input, [this.#member]: this.text } };
  }

  render() {
    const { input } = this.#request;
    const { value, problem } = this.#result;
    const isSame = !problem && same(value, input);
    const why = problem ?? (isSame ? t('approval.edit.same') : this.compared === this.text ? '' : t('approval.edit.comparing'));
    return html`<form class="approval-edit" @submit=${(event) => this.#submit(event, value)}>
      <label for="edit-text">${this.asJson ? t('approval.edit.input_json') : t('approval.edit.input_member', { member: this.#member })}</label>
      <textarea id="edit-text" class="mono" dir="ltr" spellcheck="false" autocapitalize="off" autocomplete="off" rows="6" .value=${live(this.text)}
        aria-invalid=${problem ? 'true' : 'false'} aria-describedby="edit-why"
        @input=${(event) => this.#write(event.target.value)} @keydown=${sendsOrCloses(this, () => this.#close())}></textarea>
      ${this.#member
        ? html`<button type="button" class="plain" @click=${() => this.#turn(value)}>${this.asJson ? t('approval.edit.alone', { member: this.#member }) : t('approval.edit.whole')}</button>`
        : nothing}
      <p id="edit-why" class=${problem ? 'wrong' : 'faint'}>${why}</p>
      ${problem ? nothing : roundedTemplate(rounded(value))}
      ${problem || isSame ? nothing : html`<h3>${t('approval.edit.changes')}</h3><hp-diff .before=${this.#asked} .after=${this.compared} label=${t('approval.edit.changes')}></hp-diff>`}
      ${this.problem ? refusalTemplate(this.problem) : nothing}
      <div class="row approval-ends">
        <button class="allow" aria-disabled=${why || this.busy ? 'true' : 'false'} aria-describedby="edit-why">${this.busy ? t('approval.bar.sending') : t('approval.edit.allow')}</button>
        <button type="button" @click=${() => this.#close()}>${t('parts.common.cancel')}</button>
      </div>
    </form>`;
  }

  #write(text) {
    this.text = text;
    drafts.set(this.prompt.key, { mode: 'edit', edited: text, asJson: this.asJson });
    clearTimeout(this.#later);
    if (text.length + this.#asked.length <= AT_ONCE) this.compared = text;
    else this.#later = setTimeout(() => (this.compared = this.text), PAUSE_MS);
  }

  /** Between the one member and all of the input; what cannot be carried over stays where it is. */
  #turn(value) {
    if (this.asJson && typeof value?.[this.#member] !== 'string') {
      this.problem = new Error(t('approval.edit.no_member', { member: this.#member }));
      return;
    }
    this.problem = null;
    this.asJson = !this.asJson;
    this.#write(this.asJson ? pretty(value) : value[this.#member]);
    this.compared = this.text;
  }

  #close() {
    drafts.delete(this.prompt.key);
    this.text = this.#asked;
    this.compared = this.text;
    this.dispatchEvent(new CustomEvent('closed'));
  }

  async #submit(event, value) {
    event.preventDefault();
    if (this.busy || value === undefined || this.compared !== this.text || same(value, this.#request.input)) return;
    this.problem = null;
    try {
      await this.send({ behavior: 'allow', updated_input: value }, t('approval.edit.done'));
    } catch (problem) {
      this.problem = problem;
    }
  }
}

/** They go along with whatever is sent, edited or not. */
function roundedTemplate(places) {
  if (places.length === 0) return nothing;
  const more = places.length - NAMED;
  return html`<p class="approval-risks">${t('approval.edit.rounded', {
    places: html`${places.slice(0, NAMED).map((place, i) => html`${i > 0 ? ', ' : nothing}<code>${said(place)}</code>`)}${more > 0 ? ` ${t('approval.always.and_more', { count: more })}` : nothing}`,
  })}</p>`;
}

customElements.define('hp-edit-input', EditInput);

// <hp-edit-input .prompt .send>: another input in the place of the one that was asked. What is different is shown
// while it is written, so that it is seen before it is sent.

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Element } from '../parts/element.js';
import { isRounded, parsed, pretty, same } from '../format/json.js';
import { shape } from '../format/shape.js';
import { drafts } from '../state/drafts.js';
import { refusalTemplate } from './refusal.js';
import './diff-view.js';

/** Tells 'closed' when nobody wants to edit any more. */
class EditInput extends Element {
  static properties = {
    prompt: { attribute: false }, send: { attribute: false }, busy: { type: Boolean },
    text: { state: true }, asJson: { state: true }, problem: { state: true },
  };

  willUpdate(changed) {
    if (!changed.has('prompt') || changed.get('prompt')?.key === this.prompt.key) return;
    const draft = drafts.get(this.prompt.key);
    this.asJson = draft?.edited === undefined ? !this.#member : draft.asJson;
    this.text = draft?.edited ?? this.#asked;
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
    return shape(this.#request.tool_name, this.#request.input).member;
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
    const why = problem ?? (isSame ? 'Nothing is different from what was asked.' : '');
    return html`<form class="approval-edit" @submit=${(event) => this.#submit(event, value)}>
      <label for="edit-text">${this.asJson ? 'Input, as JSON' : `Input: ${this.#member}`}</label>
      <textarea id="edit-text" class="mono" dir="ltr" spellcheck="false" autocapitalize="off" autocomplete="off" rows="6" .value=${live(this.text)}
        aria-invalid=${problem ? 'true' : 'false'} aria-describedby="edit-why"
        @input=${(event) => this.#write(event.target.value)} @keydown=${(event) => this.#key(event)}></textarea>
      ${this.#member
        ? html`<button type="button" class="plain" @click=${() => this.#turn(value)}>${this.asJson ? `Edit the ${this.#member} alone` : 'Edit all of the input as JSON'}</button>`
        : nothing}
      <p id="edit-why" class=${problem ? 'wrong' : 'faint'}>${why}</p>
      ${this.asJson && isRounded(input) ? html`<p class="approval-risks">Numbers that a browser cannot tell exactly are sent as they stand here.</p>` : nothing}
      ${why ? nothing : html`<h3>Different from what was asked</h3><hp-diff .before=${this.#asked} .after=${this.text} label="Different from what was asked"></hp-diff>`}
      ${this.problem ? refusalTemplate(this.problem) : nothing}
      <div class="row approval-ends">
        <button class="allow" aria-disabled=${why || this.busy ? 'true' : 'false'} aria-describedby="edit-why">${this.busy ? 'Sending…' : 'Allow with this input'}</button>
        <button type="button" @click=${() => this.#close()}>Cancel</button>
      </div>
    </form>`;
  }

  #write(text) {
    this.text = text;
    drafts.set(this.prompt.key, { mode: 'edit', edited: text, asJson: this.asJson });
  }

  /** Between the one member and all of the input; what cannot be carried over stays where it is. */
  #turn(value) {
    if (this.asJson && typeof value?.[this.#member] !== 'string') {
      this.problem = new Error(`The input has no text ${this.#member} now; mend it here first.`);
      return;
    }
    this.problem = null;
    this.asJson = !this.asJson;
    this.#write(this.asJson ? pretty(value) : value[this.#member]);
  }

  #key(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.querySelector('form').requestSubmit();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      this.#close();
    }
  }

  #close() {
    drafts.delete(this.prompt.key);
    this.text = this.#asked;
    this.dispatchEvent(new CustomEvent('closed'));
  }

  async #submit(event, value) {
    event.preventDefault();
    if (this.busy || value === undefined || same(value, this.#request.input)) return;
    this.problem = null;
    try {
      await this.send({ behavior: 'allow', updated_input: value }, 'Allowed with another input');
    } catch (problem) {
      this.problem = problem;
    }
  }
}

customElements.define('hp-edit-input', EditInput);

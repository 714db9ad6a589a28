// <hp-edit-fields .prompt .send>: another input where only some of its places may be changed. Those have a field each;
// the others are shown, locked. What is different is shown before it is sent.

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { pretty, same } from '../format/json.js';
import { at, lockedIn, put } from '../format/pointer.js';
import { plain } from '../format/text.js';
import { drafts } from '../state/drafts.js';
import { sendsOrCloses } from './form-keys.js';
import { refusalTemplate } from './refusal.js';
import './diff-view.js';
import { t } from '../i18n/i18n.js';

/** Tells 'closed' when nobody wants to edit any more. */
class EditFields extends Element {
  static properties = { prompt: { attribute: false }, send: { attribute: false }, busy: { type: Boolean }, texts: { state: true }, problem: { state: true } };

  willUpdate(changed) {
    if (!changed.has('prompt') || changed.get('prompt')?.key === this.prompt.key) return;
    this.texts = { ...drafts.get(this.prompt.key)?.fields };
    this.problem = null;
  }

  focus() {
    this.querySelector('textarea:not([readonly])')?.focus();
  }

  get #request() {
    return this.prompt.row?.request ?? this.prompt.request;
  }

  /** {value, wrong: {pointer: why}} */
  get #result() {
    const { input, editable } = this.#request;
    const wrong = {};
    let value = input;
    for (const pointer of editable) {
      const text = this.texts[pointer];
      if (text === undefined) continue;
      const asked = at(input, pointer);
      try {
        value = put(value, pointer, typeof asked === 'string' ? text : text.trim() === '' ? undefined : asked === undefined ? text : JSON.parse(text));
      } catch (failure) {
        wrong[pointer] = t('format.json.not_json', { problem: failure.message.replace(/\.$/, '') });
      }
    }
    return { value, wrong };
  }

  render() {
    const { input, editable } = this.#request;
    const { value, wrong } = this.#result;
    const isSame = same(value, input);
    const why = Object.keys(wrong).length > 0 ? t('approval.edit.wrong') : isSame ? t('approval.edit.same') : '';
    return html`<form class="approval-edit" @submit=${(event) => this.#submit(event, why, value)}>
      <p class="faint">${t('approval.edit.some')}</p>
      ${editable.map((pointer, i) => this.#field(pointer, i, at(input, pointer), wrong[pointer]))}
      ${lockedIn(input, editable).map((pointer, i) => lockedTemplate(pointer, i, at(input, pointer)))}
      <p id="edit-why" class="faint">${why}</p>
      ${why ? nothing : html`<h3>${t('approval.edit.changes')}</h3><hp-diff .before=${pretty(input)} .after=${pretty(value)} label=${t('approval.edit.changes')}></hp-diff>`}
      ${this.problem ? refusalTemplate(this.problem) : nothing}
      <div class="row approval-ends">
        <button class="allow" aria-disabled=${why || this.busy ? 'true' : 'false'} aria-describedby="edit-why">${this.busy ? t('approval.bar.sending') : t('approval.edit.allow')}</button>
        <button type="button" @click=${() => this.#close()}>${t('parts.common.cancel')}</button>
      </div>
    </form>`;
  }

  #field(pointer, i, asked, wrong) {
    const text = this.texts[pointer] ?? shown(asked);
    return html`<label for="edit-field-${i}">${name(pointer)}${typeof asked === 'string' || asked === undefined ? nothing : html` <span class="faint">${t('approval.edit.as_json')}</span>`}</label>
      <textarea id="edit-field-${i}" class="mono" dir="auto" spellcheck="false" autocapitalize="off" autocomplete="off" rows="2" .value=${live(text)}
        aria-invalid=${wrong ? 'true' : 'false'} aria-describedby="edit-wrong-${i}"
        @input=${(event) => this.#write(pointer, event.target.value)} @keydown=${sendsOrCloses(this, () => this.#close())}></textarea>
      <p id="edit-wrong-${i}" class="wrong">${wrong ? said(wrong) : nothing}</p>`;
  }

  #write(pointer, text) {
    this.texts = { ...this.texts, [pointer]: text };
    drafts.set(this.prompt.key, { mode: 'edit', fields: this.texts });
  }

  #close() {
    drafts.delete(this.prompt.key);
    this.texts = {};
    this.dispatchEvent(new CustomEvent('closed'));
  }

  async #submit(event, why, value) {
    event.preventDefault();
    if (this.busy || why) return;
    this.problem = null;
    try {
      await this.send({ behavior: 'allow', updated_input: value }, t('approval.edit.done'));
    } catch (problem) {
      this.problem = problem;
    }
  }
}

function lockedTemplate(pointer, i, value) {
  return html`<label for="edit-locked-${i}">${name(pointer)} <span class="chip">${t('approval.edit.locked')}</span></label>
    <textarea id="edit-locked-${i}" class="mono approval-locked" dir="auto" rows="1" readonly aria-describedby="edit-locked-why-${i}" .value=${shown(value)}></textarea>
    <p id="edit-locked-why-${i}" class="faint">${t('approval.edit.locked_why')}</p>`;
}

const name = (pointer) => plain(pointer.slice(1).replaceAll('/', ' › ').replaceAll('~1', '/').replaceAll('~0', '~')) || t('approval.edit.input');
const shown = (value) => (value === undefined ? '' : typeof value === 'string' ? value : pretty(value));

customElements.define('hp-edit-fields', EditFields);

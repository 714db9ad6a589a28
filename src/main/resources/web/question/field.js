// One question as a part of the form: its options, its words, what it takes and what is wrong with it.

import { html, nothing } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { icon } from '../parts/icons.js';
import { marked } from '../parts/text.js';
import { longText } from '../parts/long-text.js';

/** From so many options on, they scroll by themselves. */
const MANY = 12;

/**
 * @param field of fieldsOf
 * @param value {chosen, words}
 * @param look {name: unique on the page, problem?, disabled, numbered: whether keys choose its options}
 * @param on {choose(optionId, chosen), clear(), write(words, input)}
 */
export function fieldTemplate(field, value, look, on) {
  return field.options.length === 0 ? wordsAlone(field, value, look, on) : choices(field, value, look, on);
}

function choices(field, value, look, on) {
  const { name } = look;
  return html`<fieldset class="q-field ${look.problem ? 'q-wrong' : ''}" aria-describedby=${ifDefined(about(field, look))}>
    <legend>${title(field)}</legend>
    ${foot(field, look)}
    <div class="q-options ${field.options.length > MANY ? 'q-many' : ''}">
      ${repeat(
        field.options,
        (option) => option.id,
        (option, index) => optionTemplate(field, option, index, value, look, on),
      )}
    </div>
    ${!field.many && (field.optional || field.words) && value.chosen.length > 0 && !look.disabled
      ? html`<button type="button" class="plain" @click=${on.clear}>${t('question.field.clear')}</button>`
      : nothing}
    ${field.words
      ? html`<label class="q-own" for="${name}-words">${field.many ? t('question.field.other') : t('question.field.own')}</label>
          ${wordsField(field, value, look, on)}`
      : nothing}
  </fieldset>`;
}

function optionTemplate(field, option, index, value, look, on) {
  const id = `${look.name}-${index}`;
  const chosen = value.chosen.includes(option.id);
  return html`<div class="q-option ${chosen ? 'q-chosen' : ''}">
    <label>
      <input type=${field.many ? 'checkbox' : 'radio'} name=${look.name} id=${id} .checked=${live(chosen)} ?disabled=${look.disabled}
        aria-labelledby="${id}-label" aria-describedby=${ifDefined(described(option, id, look))}
        @change=${(event) => on.choose(option.id, event.target.checked)}>
      <span class="q-label">
        <span id="${id}-label" dir="auto">${marked(option.label)}</span>
        ${option.description ? html`<span id="${id}-about" class="faint" dir="auto">${marked(option.description)}</span>` : nothing}
      </span>
      ${look.numbered && index < 9 ? html`<kbd class="q-number" aria-hidden="true">${index + 1}</kbd>` : nothing}
    </label>
    ${option.preview
      ? html`<details ?open=${chosen}><summary>${t('question.field.preview', { option: html`<bdi>${marked(option.label)}</bdi>` })}</summary>${longText(option.preview, { code: true })}</details>`
      : nothing}
  </div>`;
}

function described(option, id, look) {
  const parts = [option.description && `${id}-about`, look.problem && `${look.name}-problem`].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function wordsAlone(field, value, look, on) {
  return html`<div class="q-field q-alone ${look.problem ? 'q-wrong' : ''}">
    <label for="${look.name}-words">${title(field)}</label>
    ${foot(field, look)} ${wordsField(field, value, look, on)}
  </div>`;
}

/** The header, what is asked, and whether it may be left open. */
function title(field) {
  return html`<span class="q-title">
    ${field.header && !field.text.endsWith(field.header) ? html`<span class="chip" dir="auto">${marked(field.header)}</span>` : nothing}
    ${field.optional ? html`<span class="chip">${t('question.field.optional')}</span>` : nothing}
  </span>
  <hp-long-text class="q-text" .text=${field.text}></hp-long-text>`;
}

function foot(field, look) {
  return html`${field.hints.length > 0
      ? html`<p class="faint q-hint" id="${look.name}-hint" dir="auto">${field.hints.map((hint) => html`${marked(hint)} `)}</p>`
      : nothing}
    ${look.problem ? html`<p class="wrong q-problem" id="${look.name}-problem">${icon('close')} <bdi>${marked(look.problem)}</bdi></p>` : nothing}`;
}

function about(field, look) {
  const parts = [field.hints.length > 0 && `${look.name}-hint`, look.problem && `${look.name}-problem`].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function wordsField(field, value, look, on) {
  const { type, step, min, max } = field.input;
  const wrong = look.problem ? 'true' : 'false';
  if (type === 'lines') {
    return html`<textarea id="${look.name}-words" dir="auto" rows="1" .value=${live(value.words)} ?disabled=${look.disabled}
      aria-invalid=${wrong} aria-describedby=${ifDefined(about(field, look))}
      @input=${(event) => on.write(event.target.value)}></textarea>`;
  }
  // What is no number has no value: setting one would take away what somebody is about to type.
  return html`<input id="${look.name}-words" type=${type} dir="auto" step=${ifDefined(step)} min=${ifDefined(min)} max=${ifDefined(max)}
    .value=${value.words} ?disabled=${look.disabled} autocomplete="off" aria-invalid=${wrong} aria-describedby=${ifDefined(about(field, look))}
    @input=${(event) => on.write(event.target.value, event.target)}>`;
}

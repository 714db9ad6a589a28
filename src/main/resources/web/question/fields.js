// A request of questions as fields of a form, and what was put into them as answers. Nothing here draws.

import { t } from '../i18n/i18n.js';
import { momentOf, momentText } from './moments.js';
import { hints, inputOf } from './schema.js';

/** White space, and what has no width: the daemon takes neither for words. */
const NOTHING = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Zs}]*$/u;

/** What an object has under a name that an agent chose: `constructor` is such a name, and no more than that. */
function own(object, name) {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Something for each id, and nothing that all objects have. */
export function byId(entries = {}) {
  return Object.defineProperties(Object.create(null), Object.getOwnPropertyDescriptors(entries));
}

/**
 * One field a question: {id, header, text, options, many, words, optional, input, hints}. `words` says whether
 * free text is an answer; `input` is the type of its field, 'lines' for a text area.
 */
export function fieldsOf(request) {
  return request.questions.map((question) => {
    const property = own(request.form?.properties, question.id);
    return {
      id: question.id,
      header: question.header ?? '',
      text: question.question,
      options: question.options,
      many: question.multi_select,
      words: question.options.length === 0 || !question.closed,
      optional: question.optional === true,
      input: question.options.length === 0 ? inputOf(property) : { type: 'lines' },
      hints: hints(property),
    };
  });
}

/**
 * What the fields begin with, {[id]: {chosen: [option id], words}}: the draft where there is one, else what was
 * answered so far, else what the form proposes. Options that are not offered any more are left out.
 */
export function valuesOf(fields, request, draft = {}) {
  const values = byId();
  for (const field of fields) {
    const found = own(draft, field.id) ?? answered(field, request) ?? proposed(field, own(request.form?.properties, field.id));
    const wanted = Array.isArray(found?.chosen) ? found.chosen : [];
    const chosen = field.options.map((option) => option.id).filter((id) => wanted.includes(id));
    values[field.id] = {
      chosen: field.many ? chosen : chosen.slice(0, 1),
      words: field.words && typeof found?.words === 'string' ? found.words : '',
    };
  }
  return values;
}

function answered(field, request) {
  const answer = request.partial_answers?.find((one) => one.question_id === field.id);
  return answer && { chosen: answer.selected_option_ids ?? [], words: shown(field, answer.freeform_answer ?? '') };
}

function proposed(field, property) {
  const value = property?.default;
  if (value === undefined || value === null) return undefined;
  if (field.options.length > 0) return { chosen: [value].flat().map(String), words: '' };
  return { chosen: [], words: shown(field, String(value)) };
}

function shown(field, text) {
  return field.input.type === 'datetime-local' ? momentOf(text) : text;
}

export function isEmpty(value) {
  return value.chosen.length === 0 && NOTHING.test(value.words);
}

/** The answers, in the order of the questions; what was left open is not among them. */
export function answersOf(fields, values) {
  return fields
    .filter((field) => !isEmpty(values[field.id]))
    .map((field) => {
      const { chosen, words } = values[field.id];
      const answer = { question_id: field.id, selected_option_ids: chosen };
      if (field.words && !NOTHING.test(words)) {
        answer.freeform_answer = field.input.type === 'datetime-local' ? momentText(words) : words;
      }
      return answer;
    });
}

/** What is still wanted, {[id]: what to do}. The daemon would say only that something is. */
export function missing(fields, values) {
  const wanted = byId();
  for (const field of fields) {
    if (field.optional || !isEmpty(values[field.id])) continue;
    wanted[field.id] =
      field.options.length === 0 ? t('question.fields.write') : field.words ? t('question.fields.either') : t('question.fields.choose');
  }
  return wanted;
}

/**
 * A refusal's faults at the fields they are about: {at: {[id]: text}, rest: [text]}. Pointers lead into the
 * resolution that was sent, /resolution/answers/1/freeform_answer.
 */
export function placed(errors, sent) {
  const at = byId();
  const rest = [];
  for (const { pointer, message } of errors) {
    const index = /^\/resolution\/answers\/(\d+)(?:\/|$)/.exec(pointer ?? '')?.[1];
    const id = index === undefined ? undefined : sent[Number(index)]?.question_id;
    if (id === undefined) rest.push(message);
    else at[id] = at[id] ? `${at[id]}; ${message}` : message;
  }
  return { at, rest };
}

/** An answer in words that people read: the labels of what was chosen, and what was written. */
export function readable(question, answer) {
  const labels = (answer?.selected_option_ids ?? []).map((id) => question.options.find((option) => option.id === id)?.label ?? id);
  const words = answer?.freeform_answer ?? '';
  return { labels, words: NOTHING.test(words) ? '' : words };
}

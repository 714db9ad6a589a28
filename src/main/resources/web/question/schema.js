// What a form's schema means for a field: its kind of input, and what to tell before somebody types.

import { locale, t } from '../i18n/i18n.js';
import { once } from '../format/once.js';

const FORMATS = new Map([['email', 'email'], ['uri', 'url'], ['date', 'date'], ['date-time', 'datetime-local']]);
const SHORT = 200;
/** What is asked of a number or of a count: the text without limits, and those with them. */
const WHOLE = {
  any: () => t('question.schema.whole'), exactly: (value) => t('question.schema.whole_exactly', { value }), between: (least, most) => t('question.schema.whole_between', { least, most }),
  atLeast: (least) => t('question.schema.whole_least', { least }), atMost: (most) => t('question.schema.whole_most', { most }),
};
const NUMBER = {
  any: () => t('question.schema.number'), exactly: (value) => t('question.schema.number_exactly', { value }), between: (least, most) => t('question.schema.number_between', { least, most }),
  atLeast: (least) => t('question.schema.number_least', { least }), atMost: (most) => t('question.schema.number_most', { most }),
};
const LENGTH = {
  exactly: (count) => t('question.schema.length_exactly', { count }), between: (least, count) => t('question.schema.length_between', { least, count }),
  atLeast: (count) => t('question.schema.length_least', { count }), atMost: (count) => t('question.schema.length_most', { count }),
};
const OPTIONS = {
  exactly: (count) => t('question.schema.options_exactly', { count }), between: (least, count) => t('question.schema.options_between', { least, count }),
  atLeast: (count) => t('question.schema.options_least', { count }), atMost: (count) => t('question.schema.options_most', { count }),
};
const plain = once(() => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }));

/** {type, step?, min?, max?} for what is typed; 'lines' is a text area. */
export function inputOf(property) {
  switch (property?.type) {
    case 'number':
    case 'integer':
      return { type: 'number', step: property.type === 'integer' ? '1' : 'any', min: property.minimum, max: property.maximum };
    case 'string':
      if (FORMATS.has(property.format)) return { type: FORMATS.get(property.format) };
      return { type: property.maxLength <= SHORT ? 'text' : 'lines' };
    default:
      return { type: 'lines' };
  }
}

/** Short sentences, in the order in which they matter. */
export function hints(property) {
  if (!property) return [];
  const found = [];
  if (property.type === 'integer') found.push(numberHint(property, WHOLE));
  if (property.type === 'number') found.push(numberHint(property, NUMBER));
  if (property.format === 'email') found.push(t('question.schema.email'));
  if (property.format === 'uri') found.push(t('question.schema.uri'));
  const length = countHint(property.minLength, property.maxLength, LENGTH);
  if (length) found.push(length);
  const count = countHint(property.minItems, property.maxItems, OPTIONS);
  if (count) found.push(count);
  if (property.pattern) found.push(t('question.schema.pattern', { pattern: property.pattern }));
  return found;
}

function numberHint({ minimum: least, maximum: most }, words) {
  if (least === undefined && most === undefined) return words.any();
  if (least === undefined) return words.atMost(plain().format(most));
  if (most === undefined) return words.atLeast(plain().format(least));
  return least === most ? words.exactly(plain().format(least)) : words.between(plain().format(least), plain().format(most));
}

/** Nothing for a count that may be any. */
function countHint(least, most, words) {
  if (least !== undefined && least === most) return words.exactly(least);
  if (least !== undefined && most !== undefined) return words.between(least, most);
  if (least > 0) return words.atLeast(least);
  return most === undefined ? '' : words.atMost(most);
}

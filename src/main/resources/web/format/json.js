// JSON for people: what a value is, in few words, and how much of it is shown at first.

import { t } from '../i18n/i18n.js';

const LINES = 12;
const LETTERS = 600;
export const MEMBERS = 50;

/** 'object', 'array', 'string', 'number', 'boolean' or 'null'. */
export function typeOf(value) {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** [name or index, value] of what has parts; nothing of what has none. */
export function entries(value) {
  const type = typeOf(value);
  if (type === 'array') return value.map((one, i) => [i, one]);
  return type === 'object' ? Object.entries(value) : [];
}

/** What is in it, while it is folded: {3 members: a, b, c} or [2 items]. */
export function brief(value) {
  const count = entries(value).length;
  if (typeOf(value) === 'array') return t('format.json.items', { count });
  if (count === 0) return '{}';
  const names = Object.keys(value);
  const shown = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '');
  return `{${shown.length > 60 ? shown.slice(0, 59) + '…' : shown}}`;
}

/** The beginning of a long text, or null where all of it is short enough. */
export function cut(text, { lines = LINES, letters = LETTERS } = {}) {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  const at = Math.min(end < 0 ? text.length : end, letters);
  if (at >= text.length) return null;
  // Never between the halves of one letter.
  return text.slice(0, /[\ud800-\udbff]/.test(text[at - 1]) ? at - 1 : at);
}

export function pretty(value) {
  return JSON.stringify(value, null, 2) ?? '';
}

/** {value} or {problem: what is wrong, and where}; an object is wanted. */
export function parsed(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (failure) {
    return { problem: t('format.json.not_json', { problem: failure.message.replace(/\.$/, '') }) };
  }
  return typeOf(value) === 'object' ? { value } : { problem: t('format.json.not_object') };
}

/** Where it has numbers that may have lost digits when the browser read them: ['limits.most']. */
export function rounded(value, path = '') {
  if (typeof value === 'number') return isExact(value) ? [] : [path];
  return entries(value).flatMap(([name, one]) => rounded(one, path ? `${path}.${name}` : String(name)));
}

/** What has sixteen digits may have had more of them; what is too large is no number any more. */
function isExact(number) {
  if (Number.isInteger(number)) return Number.isSafeInteger(number);
  return Number.isFinite(number) && String(number).replace(/e.*$/, '').replace(/^[-0.]+|\./g, '').length < 16;
}

export function same(a, b) {
  if (a === b) return true;
  if (typeOf(a) !== typeOf(b) || (typeOf(a) !== 'object' && typeOf(a) !== 'array')) return false;
  const [some, others] = [Object.keys(a), Object.keys(b)];
  return some.length === others.length && some.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
}

// All words of the page: t() gives them in the language of who looks.

import { locale, words } from 'holdpoint/language';
import { en } from './en.js';
import { once } from '../format/once.js';

/** The language that is spoken: 'en' or 'de'. */
export const language = words ? 'de' : 'en';
const numbers = once(() => new Intl.NumberFormat(locale));

/**
 * The text of a key, with the values in their places.
 *
 * @param values by name; count also chooses between one and other. Numbers are written as people here write them: pass
 *     a string for one that counts nothing, such as a line or a status
 * @return a string; where a value is a template, an array of pieces that a template can draw
 */
export function t(key, values = {}) {
  const found = words?.[key] ?? en[key];
  if (found === undefined) {
    // Tests take any error of the console as a failure; people read the key, which says more than nothing.
    console.error(`No words for ${key}`);
    return key;
  }
  const text = typeof found === 'string' ? found : (Number(values.count) === 1 ? found.one : found.other);
  if (!text.includes('{')) return text;
  const pieces = text.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : shown(values[piece], piece)));
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces;
}

function shown(value, name) {
  if (typeof value === 'number') return number(value);
  if (value === undefined) console.error(`No value for {${name}}`);
  return value ?? '';
}

/** Small counts look the same in all countries. */
function number(value) {
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  return numbers().format(value);
}

export { locale };

/** More words in English: those of a file that is read later. */
export const add = (...parts) => Object.assign(en, ...parts);

/** Whether there are words for a key. */
export function has(key) {
  return key in en;
}

/**
 * What the daemon says in fixed words, in the language of the page: it is known by those words. Others stand as they are.
 *
 * @param keys of the sentences that it may be; values(found) changes what is put into them
 */
export function ofDaemon(text, keys = (fixed ??= Object.keys(en).filter(isWhole)), values = (found) => found) {
  if (!words || !text) return text;
  for (const key of keys) {
    if (!patterns.has(key)) patterns.set(key, patternOf(en[key]));
    const found = patterns.get(key).exec(text);
    if (found) return t(key, values({ ...found.groups }));
  }
  return text;
}

/** Warnings of policies are made of parts, and a part alone would be found in the words of others. */
const isWhole = (key) => key.startsWith('daemon.') && !key.startsWith('daemon.policy.');

let fixed;
const patterns = new Map();

function patternOf(said) {
  const source = said.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : `(?<${piece}>.+)`)).join('');
  return new RegExp(`^${source}$`, 'su');
}

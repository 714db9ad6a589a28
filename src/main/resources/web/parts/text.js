// Text of agents and people in templates: isolated in its direction, with what hides in it shown.

import { html } from 'lit';
import { named, pieces, plainly } from '../format/text.js';
import { underlined } from '../format/underline.js';
import { t } from '../i18n/i18n.js';

/** An element for each of a hundred thousand marks would keep a browser busy for minutes. */
const MARKS = 1_000;

/** How many marks one view draws as such; give the same to all that it shows. */
export const someMarks = () => ({ left: MARKS });

/** Inline text. */
export function said(text) {
  return html`<bdi>${marked(text)}</bdi>`;
}

/**
 * Inline text in which what was searched is marked.
 *
 * @param words in lower case
 */
export function found(text, words = []) {
  const marks = someMarks();
  return html`<bdi>${around(String(text), words).map(({ text: part, isFound }) => (isFound ? html`<mark>${marked(part, marks)}</mark>` : marked(part, marks)))}</bdi>`;
}

/** The text in parts: those that are one of the words, and those between. */
export function around(text, words) {
  const low = text.toLowerCase();
  const parts = [];
  let from = 0;
  // Where lower case is longer, places would not fit.
  while (words.length > 0 && low.length === text.length) {
    const [at, word] = words.map((one) => [low.indexOf(one, from), one]).filter(([place]) => place >= 0).sort(([a, x], [b, y]) => a - b || y.length - x.length)[0] ?? [];
    if (word === undefined) break;
    if (at > from) parts.push({ text: text.slice(from, at), isFound: false });
    parts.push({ text: text.slice(at, at + word.length), isFound: true });
    from = at + word.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isFound: false });
  return parts;
}

/** The pieces alone, for where there is an element already. When there are too many marks, the rest are named in the text. */
export function marked(text, marks = someMarks()) {
  const all = pieces(text);
  const shown = [];
  let at = 0;
  for (; at < all.length && marks.left > 0; at++) {
    const piece = all[at];
    if (piece.text === undefined) marks.left--;
    shown.push(piece.text ?? html`<span class="mark" title=${t('parts.text.invisible', { code: `U+${piece.code.toString(16).toUpperCase().padStart(4, '0')}` })}>${named(piece)}</span>`);
  }
  if (at < all.length) shown.push(plainly(all.slice(at)));
  return shown;
}

/** The same, with what is worth a second look underlined. */
export function underlinedText(text, reasons, marks = someMarks()) {
  return underlined([{ text }], reasons).map((piece) => (piece.risk ? html`<span class="sh-risk" title=${piece.risk}>${marked(piece.text, marks)}</span>` : marked(piece.text, marks)));
}

const SECRET = /\{\{secret:[^{}]{1,200}\}\}/g;

/** The same cut into parts that are drawn each in its own way, with the placeholders of secrets as chips. */
export function partedText(text, reasons, parts) {
  const marks = someMarks();
  const secrets = [...text.matchAll(SECRET)].map((found) => ({ kind: 'secret', from: found.index, to: found.index + found[0].length }));
  const all = [...parts, ...secrets];
  const cuts = [...new Set([0, text.length, ...all.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  const found = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [cuts[i], cuts[i + 1]];
    const within = (one) => one.from <= from && to <= one.to;
    const secret = secrets.some(within);
    const kind = parts.find(within)?.kind;
    const own = secret ? [] : reasons.filter(({ start, end }) => start < to && end > from).map((one) => ({ ...one, start: one.start - from, end: one.end - from }));
    const piece = own.length > 0 ? underlinedText(text.slice(from, to), own, marks) : marked(text.slice(from, to), marks);
    found.push(secret ? html`<span class="chip warn secret" title=${t('parts.text.secret')}>${piece}</span>` : kind ? html`<span class="url-${kind}">${piece}</span>` : piece);
  }
  return found;
}

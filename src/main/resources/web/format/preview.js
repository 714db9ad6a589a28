// What a file would become, put together with what was asked: only the asked words count as shown, whatever of the file
// stands around them.

import { diff } from './diff.js';

/**
 * All of the file before a call that writes `content`, from the lines that the daemon read; null where they do not fit.
 *
 * @param file {status, hunks, cut?} as the preview has it
 */
export function textBefore(content, { status, hunks, cut }) {
  if (cut) return null;
  if (status === 'new') return '';
  const ends = content.endsWith('\n');
  const now = (ends ? content.slice(0, -1) : content).split('\n');
  const before = [];
  let at = 0;
  for (const { after_start: start, lines } of hunks) {
    while (at < start - 1 && at < now.length) before.push(now[at++]);
    for (const [kind, text] of lines) {
      if (kind !== '-' && now[at++] !== text) return null;
      if (kind !== '+') before.push(text);
    }
  }
  before.push(...now.slice(at));
  return before.join('\n') + (ends && before.length > 0 ? '\n' : '');
}

/** The daemon replaces what occurs once; without its secrets a text can occur twice, and one that occurs more often is not looked for. */
const PLACES = 2;

/**
 * An edit as lines of its file, with their numbers there: {rows, ends} or null where its place is not among the lines,
 * or where the rows would not say just what was asked. A row is {kind: 'context' | 'same' | 'removed' | 'added', before?,
 * after?, lead, parts, tail}: lead and tail stand in the same line and are no part of what was asked; `ends` says of
 * each text, before and after, whether the end of its last line is part of it.
 */
export function placed(hunks, before, after) {
  if (before === '') return null;
  for (const hunk of hunks) {
    const old = side(hunk, '+');
    const now = side(hunk, '-');
    let at = old.indexOf(before);
    for (let i = 0; i < PLACES && at >= 0; i++, at = old.indexOf(before, at + 1)) {
      if (old.slice(0, at) + after + old.slice(at + before.length) === now) return around(hunk, old, now, at, before, after);
    }
  }
  return null;
}

function side({ lines }, other) {
  return lines.filter(([kind]) => kind !== other).map(([, text]) => text + '\n').join('');
}

function around(hunk, old, now, at, before, after) {
  const from = at === 0 ? 0 : old.lastIndexOf('\n', at - 1) + 1;
  const lead = at - from;
  // Both end with a line, or all of it is taken away: then the line after them is no part of the change.
  const isWhole = before.endsWith('\n') && (after.endsWith('\n') || (after === '' && lead === 0));
  const [oldEnd, nowEnd] = [[old, at + before.length], [now, at + after.length]].map(([text, end]) => (isWhole ? end : text.indexOf('\n', end) + 1));
  const tail = isWhole ? 0 : oldEnd - 1 - at - before.length;
  const regions = [old.slice(from, oldEnd), now.slice(from, nowEnd)];
  const cuts = { lead, tail };
  const rows = cutRows(diff(...regions), cuts) ?? cutRows(apart(...regions), cuts);
  const ends = { before: isWhole, after: isWhole && after !== '' };
  if (!rows || told(rows, 'added', ends.before) !== before || told(rows, 'removed', ends.after) !== after) return null;
  const above = lines(old.slice(0, from));
  const [first, firstAfter] = [hunk.before_start + above.length, hunk.after_start + above.length];
  const context = (text, i, ofBefore, ofAfter) => ({ kind: 'context', before: ofBefore + i, after: ofAfter + i, lead: text, parts: [], tail: '' });
  const counts = regions.map((text) => lines(text).length);
  return {
    ends,
    rows: [
      ...above.map((text, i) => context(text, i, hunk.before_start, hunk.after_start)),
      ...rows.map((row) => ({ ...row, ...(row.before && { before: row.before + first - 1 }), ...(row.after && { after: row.after + firstAfter - 1 }) })),
      ...lines(old.slice(oldEnd)).map((text, i) => context(text, i, first + counts[0], firstAfter + counts[1])),
    ],
  };
}

/** What the rows say that one of the texts is; `other` is the kind that is no part of it. */
function told(rows, other, ends) {
  const own = rows.filter(({ kind }) => kind !== other).map(({ parts }) => parts.map((part) => part.text).join(''));
  return own.join('\n') + (ends ? '\n' : '');
}

function lines(text) {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** All of the old lines, then all of the new ones. */
function apart(old, now) {
  const all = (text, kind, name) => lines(text).map((line, i) => ({ kind, [name]: i + 1, parts: [{ text: line, changed: false }] }));
  return [...all(old, 'removed', 'before'), ...all(now, 'added', 'after')];
}

/** The rows without what was not asked at their ends; null where a line would have two of them. */
function cutRows(rows, { lead, tail }) {
  const isIn = { before: ({ kind }) => kind !== 'added', after: ({ kind }) => kind !== 'removed' };
  const ends = Object.fromEntries(['before', 'after'].map((name) => [name, { first: rows.find(isIn[name]), last: rows.findLast(isIn[name]) }]));
  const found = [];
  for (const row of rows) {
    const names = ['before', 'after'].filter((name) => isIn[name](row));
    const heads = new Set(names.map((name) => (ends[name].first === row ? lead : 0)));
    const tails = new Set(names.map((name) => (ends[name].last === row ? tail : 0)));
    if (heads.size > 1 || tails.size > 1) return null;
    const [[head], [foot]] = [heads, tails];
    const text = row.parts.map((part) => part.text).join('');
    if (head + foot > text.length) return null;
    found.push({ ...row, lead: text.slice(0, head), parts: sliced(row.parts, head, text.length - foot), tail: text.slice(text.length - foot) });
  }
  return found;
}

function sliced(parts, from, to) {
  let at = 0;
  return parts.flatMap((part) => {
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, part.text.length)];
    at += part.text.length;
    return end > start ? [{ ...part, text: part.text.slice(start, end) }] : [];
  });
}

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

/**
 * An edit as lines of its file, with their numbers there: {rows, ends} or null where its place is not among the lines.
 * A row is {kind: 'context' | 'same' | 'removed' | 'added', before?, after?, lead, parts, tail}: lead and tail stand in
 * the same line and are no part of what was asked; `ends` says that both texts end a line.
 */
export function placed(hunks, before, after) {
  for (const hunk of hunks) {
    const old = side(hunk, '+');
    const now = side(hunk, '-');
    for (let at = old.indexOf(before); at >= 0; at = old.indexOf(before, at + 1)) {
      if (old.slice(0, at) + after + old.slice(at + before.length) === now) return around(hunk, old, now, at, before, after);
    }
  }
  return null;
}

function side({ lines }, other) {
  return lines.filter(([kind]) => kind !== other).map(([, text]) => text + '\n').join('');
}

function around(hunk, old, now, at, before, after) {
  const ends = before.endsWith('\n') && after.endsWith('\n');
  const start = old.lastIndexOf('\n', at - 1) + 1;
  const lead = at === 0 ? 0 : at - start;
  const from = at === 0 ? 0 : start;
  const above = old.slice(0, from).split('\n').length - 1;
  const oldEnd = endOf(old, at + before.length, ends);
  const nowEnd = endOf(now, at + after.length, ends);
  const tail = oldEnd - at - before.length;
  const regions = [old.slice(from, oldEnd), now.slice(from, nowEnd)];
  const cuts = { lead, tail };
  const rows = cutRows(diff(...regions), regions, cuts) ?? cutRows(apart(...regions), regions, cuts);
  if (!rows) return null;
  const [first, firstAfter] = [hunk.before_start + above, hunk.after_start + above];
  const context = (text, i, ofBefore, ofAfter) => ({ kind: 'context', before: ofBefore + i, after: ofAfter + i, lead: text, parts: [], tail: '' });
  const below = lines(old.slice(ends ? oldEnd : oldEnd + 1));
  const counts = regions.map((text) => (text === '' && ends ? 0 : lines(text + (ends ? '' : '\n')).length));
  return {
    ends,
    rows: [
      ...lines(old.slice(0, from)).map((text, i) => context(text, i, hunk.before_start, hunk.after_start)),
      ...rows.map((row) => ({ ...row, ...(row.before && { before: row.before + first - 1 }), ...(row.after && { after: row.after + firstAfter - 1 }) })),
      ...below.map((text, i) => context(text, i, first + counts[0], firstAfter + counts[1])),
    ],
  };
}

/** Where the line ends in which a text ends; right there where it ends with its line. */
function endOf(text, at, ends) {
  const end = text.indexOf('\n', at);
  return ends ? at : end < 0 ? text.length : end;
}

function lines(text) {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** All of the old lines, then all of the new ones. */
function apart(old, now) {
  const all = (text, kind, name) => (text.endsWith('\n') ? lines(text) : text.split('\n')).map((line, i) => ({ kind, [name]: i + 1, parts: [{ text: line, changed: false }] }));
  return [...all(old, 'removed', 'before'), ...all(now, 'added', 'after')];
}

/** The rows without what was not asked at their ends; null where a line would have two of them. */
function cutRows(rows, [old, now], { lead, tail }) {
  const isIn = { before: ({ kind }) => kind !== 'added', after: ({ kind }) => kind !== 'removed' };
  const ends = Object.fromEntries(['before', 'after'].map((name) => [name, { first: rows.find(isIn[name]), last: rows.findLast(isIn[name]) }]));
  // An empty text has no row, and what stands around it none either.
  if ((old === '' || now === '') && (lead > 0 || tail > 0)) return null;
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

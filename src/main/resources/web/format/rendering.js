// The normal form holdpoint-rendering/1 of what a person is shown of a request (docs/proof.md), and its digest. A
// value is {text}, {literal}, {items: [value]} or {members: Map of values}.

import { plain } from './text.js';
import { sha256 } from './sha256.js';

/** A text as it is shown: what hides is spelled out, lines end in LF and have no blanks at their ends. */
export function normal(text) {
  return composed(plain(String(text).replace(/\r+\n/g, '\n'))).split('\n').map(withoutBlanks).join('\n');
}

/**
 * NFC. The marks of a character are put into order, which takes the square of their number: of more than thirty in a
 * row, each thirty are composed by themselves. A NUL is spelled out by now, so none but these are there.
 */
function composed(text) {
  return text.replace(/\p{M}{30}(?=\p{M})/gu, '$&\0').split('\0').map((part) => part.normalize('NFC')).join('');
}

function withoutBlanks(line) {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
}

/** JSON as a value. */
export function valueOf(json) {
  if (typeof json === 'string') return { text: json };
  if (Array.isArray(json)) return { items: json.map(valueOf) };
  if (json === null || typeof json !== 'object') return { literal: JSON.stringify(json ?? null) };
  return { members: new Map(Object.entries(json).map(([name, one]) => [name, valueOf(one)])) };
}

/** In lines, two blanks deeper each. */
export function pretty(value) {
  return written(value, '\n', '  ', ': ');
}

/** On one line. */
function line(value) {
  return written(value, '', '', ':');
}

function written({ text, literal, items, members }, start, deeper, colon) {
  if (text !== undefined) return JSON.stringify(normal(text));
  if (literal !== undefined) return literal;
  const next = start === '' ? '' : start + deeper;
  const parts = items
    ? items.map((one) => written(one, next, deeper, colon))
    : [...members.keys()].sort().map((name) => `${JSON.stringify(normal(name))}${colon}${written(members.get(name), next, deeper, colon)}`);
  const [open, close] = items ? '[]' : '{}';
  return parts.length === 0 ? open + close : `${open}${next}${parts.join(`,${next}`)}${start}${close}`;
}

/** @param shown {tool, input, reason, items, preconditions, revision}: texts, a value and lists of values */
export function rendering({ tool, input, reason, items, preconditions, revision }) {
  let form = 'holdpoint-rendering/1\n';
  const label = (name, text) => {
    if (text) form += `${name}\n${text}${text.endsWith('\n') ? '' : '\n'}`;
  };
  label('tool', normal(tool ?? ''));
  let rest = input;
  const command = input?.members?.get('command')?.text;
  if (command !== undefined) {
    label('command', normal(command));
    rest = { members: new Map([...input.members].filter(([name]) => name !== 'command')) };
  }
  if (rest && rest.members?.size !== 0) label('input', pretty(rest));
  label('reason', normal(reason ?? ''));
  label('items', (items ?? []).map(line).join('\n'));
  label('preconditions', (preconditions ?? []).map(line).join('\n'));
  label('revision', normal(revision ?? ''));
  return form;
}

/** The digest of all of it. */
export function digest(shown) {
  return sha256(rendering(shown));
}

/** What should be shown of a request. */
export function asked({ tool_name: tool, input, reason, requested_items: items, preconditions, revision }) {
  const withoutState = ({ state: _, ...one }) => one;
  return {
    tool, input: valueOf(input), reason, revision: String(revision),
    items: (items ?? []).map(valueOf), preconditions: (preconditions ?? []).map((one) => valueOf(withoutState(one))),
  };
}

/** The digest of what should be shown of a request. */
export function digestOf(request) {
  return digest(asked(request));
}

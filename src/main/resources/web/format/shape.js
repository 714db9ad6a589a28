// What kind of thing a tool's input is, told by its members: tools of other makers are read as well as our own.

import { MEMBERS, typeOf } from './json.js';

const SHELL_NAMES = /(?:^|[^a-z])(?:bash|shell|sh|terminal|exec|execute|run_command|command)(?:$|[^a-z])/i;

/**
 * One of {kind: 'command', command}, {kind: 'write', path, content}, {kind: 'edit', path, changes: [{before,
 * after, all, rest}]}, {kind: 'http', method, url, headers, body} and {kind: 'json'}; rest is what else the input
 * or one of its changes has, and member the name of what a person would edit alone. At is the name of the path, within
 * and names are where a change and its two texts are.
 */
export function shape(toolName, input) {
  if (typeOf(input) !== 'object') return { kind: 'json', rest: input };
  return command(toolName, input) ?? edit(input) ?? write(input) ?? http(input) ?? { kind: 'json', rest: input };
}

function command(toolName, input) {
  for (const member of ['command', 'cmd', 'script']) {
    if (isText(input[member]) && (member === 'command' || SHELL_NAMES.test(toolName))) {
      return { kind: 'command', command: input[member], member, rest: without(input, member) };
    }
  }
  return null;
}

const PATHS = ['file_path', 'path', 'filename', 'notebook_path'];
const PAIRS = [['old_string', 'new_string'], ['old', 'new'], ['oldText', 'newText'], ['old_str', 'new_str'], ['old_text', 'new_text']];

function edit(input) {
  const at = PATHS.find((member) => isText(input[member]));
  if (Array.isArray(input.edits) && input.edits.length > 0 && input.edits.length <= MEMBERS) {
    const changes = input.edits.map(change);
    if (changes.every(Boolean)) return { kind: 'edit', at, path: input[at], changes: changes.map((one, i) => ({ ...one, within: ['edits', i] })), rest: without(input, at, 'edits') };
  }
  const one = change(input);
  if (!one || !at) return null;
  return { kind: 'edit', at, path: input[at], changes: [{ ...one, within: [], rest: {} }], rest: without(one.rest, at) };
}

function change(value) {
  if (typeOf(value) !== 'object') return null;
  const members = PAIRS.find(([before, after]) => (isText(value[before]) || value[before] === null) && isText(value[after]));
  if (!members) return null;
  // Whatever else it says is not understood here, and is shown.
  const known = value.replace_all === true ? [...members, 'replace_all'] : members;
  return { names: members, isNew: value[members[0]] === null, before: value[members[0]] ?? '', after: value[members[1]], all: value.replace_all === true, rest: without(value, ...known) };
}

function write(input) {
  const at = PATHS.find((member) => isText(input[member]));
  const content = ['content', 'contents', 'file_text', 'text'].find((member) => isText(input[member]));
  if (!at || !content) return null;
  return { kind: 'write', at, path: input[at], content: input[content], member: content, rest: without(input, at, content) };
}

function http(input) {
  if (!isText(input.url) || !isText(input.method)) return null;
  const given = typeOf(input.headers) === 'object' ? Object.entries(input.headers) : [];
  const headers = given.length > MEMBERS ? [] : given;
  const known = ['method', 'url', ...(input.body === null ? [] : ['body']), ...(headers.length > 0 ? ['headers'] : [])];
  return { kind: 'http', method: input.method, url: input.url, headers, body: input.body, rest: without(input, ...known) };
}

const isText = (value) => typeof value === 'string';

function without(input, ...members) {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !members.includes(name)));
}

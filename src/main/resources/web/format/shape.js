// What kind of thing a tool's input is, told by its members: tools of other makers are read as well as our own.

import { MEMBERS, typeOf } from './json.js';
import { plain } from './text.js';

const SHELL_NAMES = /(?:^|[^a-z])(?:bash|shell|sh|terminal|exec|execute|run_command|command)(?:$|[^a-z])/i;

/**
 * One of {kind: 'command', command, member?, words?}, {kind: 'write', path, content}, {kind: 'edit', path, changes:
 * [{before, after, all, rest}]}, {kind: 'http', method, url, headers, body} and {kind: 'json'}; rest is what else the
 * input or one of its changes has, and member the name of what a person would edit alone. At is the name of the path,
 * within and names are where a change and its two texts are. Of a command that is a list of words, words are those
 * before the text that a shell is given.
 *
 * @param said {kind, facts} as the daemon has read the call, where it has: the page reads it no other way
 */
export function shape(toolName, input, { kind, facts } = {}) {
  if (typeOf(input) !== 'object') return { kind: 'json', rest: input };
  const path = facts?.path;
  const readers = {
    command: () => command(toolName, input, kind === 'command'),
    file_edit: () => edit(input, path, kind === 'file_edit'),
    file_write: () => write(input, path),
    http: () => http(input, kind === 'http'),
  };
  return readers[kind]?.() ?? command(toolName, input) ?? edit(input, path) ?? write(input, path) ?? http(input) ?? { kind: 'json', rest: input };
}

const SHELL = /^(?:.*\/)?(?:ba|z|da|k)?sh$/;

function command(toolName, input, isKnown = false) {
  for (const member of ['command', 'cmd', 'script']) {
    if (isText(input[member]) && (isKnown || member === 'command' || SHELL_NAMES.test(toolName))) {
      return { kind: 'command', command: input[member], member, rest: without(input, member) };
    }
  }
  const words = isKnown && Array.isArray(input.command) && input.command.every(isText) ? input.command : [];
  if (words.length !== 3 || !SHELL.test(words[0]) || !/^-\w*c\w*$/.test(words[1])) return null;
  return { kind: 'command', command: words[2], words: words.slice(0, 2), rest: without(input, 'command') };
}

const PATHS = ['path', 'file_path', 'filePath', 'filename', 'notebook_path', 'file'];
const PAIRS = [['old_string', 'new_string'], ['oldString', 'newString'], ['old', 'new'], ['oldText', 'newText'], ['old_str', 'new_str'], ['old_text', 'new_text']];
const NEW = ['new', 'new_string', 'newString', 'new_str', 'new_source'];
const EVERYWHERE = ['replace_all', 'replaceAll'];

/** The name of the path: where there are several, that of the one in the title. */
function pathOf(input, said) {
  const all = PATHS.filter((member) => isText(input[member]));
  return all.find((member) => said !== undefined && isSaid(input[member], said)) ?? all[0];
}

/** Whether a text is this line of it, which may be cut. */
function isSaid(text, said) {
  const line = plain(text.slice(0, 4 * said.length + 64)).replace(/[ \t\n]+/g, ' ').trim();
  return line === said || (said.endsWith('…') && line.startsWith(said.slice(0, -1)));
}

function edit(input, said, isKnown = false) {
  const at = pathOf(input, said);
  if (Array.isArray(input.edits) && input.edits.length > 0 && input.edits.length <= MEMBERS) {
    const changes = input.edits.map((one) => change(one, isKnown));
    if (changes.every(Boolean)) return { kind: 'edit', at, path: input[at], changes: changes.map((one, i) => ({ ...one, within: ['edits', i] })), rest: without(input, at, 'edits') };
  }
  const one = change(input, isKnown);
  if (!one || !at) return null;
  return { kind: 'edit', at, path: input[at], changes: [{ ...one, within: [], rest: {} }], rest: without(one.rest, at) };
}

/** @param isKnown whether it is a change for certain, even if it says nothing of what was there */
function change(value, isKnown) {
  if (typeOf(value) !== 'object') return null;
  const pair = PAIRS.find(([before, after]) => (isText(value[before]) || value[before] === null) && isText(value[after]));
  const alone = isKnown && !pair ? NEW.find((member) => isText(value[member])) : undefined;
  if (!pair && !alone) return null;
  const members = pair ?? [undefined, alone];
  // Whatever else it says is not understood here, and is shown.
  const everywhere = EVERYWHERE.find((member) => value[member] === true);
  const known = [...members, everywhere].filter(Boolean);
  return { names: members, isNew: value[members[0]] === null, before: value[members[0]] ?? '', after: value[members[1]], all: everywhere !== undefined, everywhere, rest: without(value, ...known) };
}

function write(input, said) {
  const at = pathOf(input, said);
  const content = ['content', 'contents', 'file_text', 'text'].find((member) => isText(input[member]));
  if (!at || !content) return null;
  return { kind: 'write', at, path: input[at], content: input[content], member: content, rest: without(input, at, content) };
}

/** @param isKnown whether it is a request for certain, even if it does not say how it is made */
function http(input, isKnown = false) {
  if (!isText(input.url) || !(isText(input.method) || (isKnown && input.method === undefined))) return null;
  const given = typeOf(input.headers) === 'object' ? Object.entries(input.headers) : [];
  const headers = given.length > MEMBERS ? [] : given;
  const known = ['method', 'url', ...(input.body === null ? [] : ['body']), ...(headers.length > 0 ? ['headers'] : [])];
  return { kind: 'http', method: input.method, url: input.url, headers, body: input.body, rest: without(input, ...known) };
}

const isText = (value) => typeof value === 'string';

function without(input, ...members) {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !members.includes(name)));
}

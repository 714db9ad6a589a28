// What is asked, in one line.

import { short } from '../format/text.js';

/** Members of a tool's input that say most, the best first. */
const TELLING = ['command', 'cmd', 'script', 'url', 'file_path', 'path', 'query', 'sql', 'to', 'name', 'title', 'prompt', 'message'];

export function headline(prompt) {
  if (prompt.kind === 'question') {
    const [first, ...more] = prompt.request.questions;
    const text = short(first?.question ?? '', 160);
    return more.length === 0 ? text : `${text} (and ${more.length} more)`;
  }
  const { input } = prompt.request;
  if (input && typeof input === 'object' && !Array.isArray(input)) {
    for (const name of TELLING) if (typeof input[name] === 'string' && input[name]) return short(input[name], 160);
  }
  return short(JSON.stringify(input ?? {}), 160);
}

/** Whether the line shows all that there is to an approval's input: no other member, no other line, no mark, no cut. */
export function isWhole(prompt) {
  const { input } = prompt.request;
  const line = headline(prompt);
  const values = Object.values(input ?? {});
  return line === JSON.stringify(input ?? {}) || (values.length === 1 && values[0] === line);
}

/** Who asks, or what: the tool of an approval, the header of a question. */
export function subject(prompt) {
  return prompt.kind === 'approval' ? prompt.request.tool_name : prompt.request.questions[0]?.header || 'Question';
}

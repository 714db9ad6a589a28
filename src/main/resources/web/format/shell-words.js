// What single words of a shell command are, and where the quoted ones end.

export const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
export const BEFORE_COMMANDS = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', 'time', '!', '{']);
const KEYWORDS = new Set([...BEFORE_COMMANDS, 'fi', 'done', 'esac', 'for', 'case', 'in', 'select', 'function', '}', '[[', ']]']);

export function begins(literal) {
  if (ASSIGNMENT.test(literal)) return ['assignment', 'command'];
  if (KEYWORDS.has(literal)) return ['keyword', 'word'];
  return ['command', 'word'];
}

export function continues(literal) {
  if (literal.startsWith('-')) return 'option';
  return literal === 'in' || literal === ']]' ? 'keyword' : 'word';
}

export function endOfEscaped(text, from) {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === "'") return at;
  }
  return -1;
}

export function endOfBraces(text, from) {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '{') open++;
    else if (text[at] === '}' && --open === 0) return at + 1;
  }
  return text.length;
}

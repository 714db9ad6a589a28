// A shell command in pieces, to be coloured. It reads as people read, not as a shell runs: whatever is broken
// is still shown, and the pieces put together are the text again, to the letter.

import { ASSIGNMENT, BEFORE_COMMANDS, begins, continues, endOfBraces, endOfEscaped } from './shell-words.js';

const DEPTH = 40;
const BLANK = /[ \t\r]+|\\\r?\n/y;
const REDIRECTION = /(?:\d+|\{\w+\})?(?:&>>|&>|<<<|<<-|<<|<>|<&|>&|>>|>\||<(?!\()|>(?!\())/y;
const OPERATOR = /&&|\|\||\|&|;;&|;;|;&|[;&|()]/y;
const VARIABLE = /\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])/y;
const LITERAL = /(?:[^\s;&|()<>'"`$\\]|\\[^\n])+|[\s\S]/y;

/**
 * @return [{kind, text, word?}]; kind is command, word, option, string, variable, substitution, operator,
 *     redirection, target, assignment, keyword, comment, heredoc or space. Pieces of one word have one number.
 */
export function tokens(text) {
  const scanner = new Scanner(text);
  while (scanner.at < text.length) {
    scanner.commands(null, 0);
    // A bracket that closes nothing is a piece like others.
    if (scanner.at < text.length) scanner.push('operator', text[scanner.at]);
  }
  return scanner.found;
}

class Scanner {
  at = 0;
  found = [];
  #text;
  #words = 0;
  #documents = [];

  constructor(text) {
    this.#text = text;
  }

  push(kind, text, word) {
    if (!text) return;
    this.at += text.length;
    this.found.push(word === undefined ? { kind, text } : { kind, text, word });
  }

  #match(pattern) {
    pattern.lastIndex = this.at;
    return pattern.exec(this.#text)?.[0];
  }

  /** Up to the sign that ends it, which is left for whoever began it. */
  commands(end, depth) {
    let expects = 'command';
    let open = 0;
    while (this.at < this.#text.length) {
      const next = this.#text[this.at];
      if (next === end && open === 0) return;
      const blank = this.#match(BLANK);
      const redirection = this.#match(REDIRECTION);
      const operator = this.#match(OPERATOR);
      if (next === '\n') {
        this.push('space', next);
        this.#bodies();
        expects = 'command';
      } else if (blank) {
        this.push('space', blank);
      } else if (next === '#') {
        this.push('comment', this.#line());
      } else if (redirection) {
        const before = expects === 'command' ? 'command' : 'word';
        this.push('redirection', redirection);
        this.#target(redirection, depth);
        expects = before;
      } else if (operator && !(operator.startsWith(')') && end === ')' && open === 0)) {
        if (operator === '(') open++;
        if (operator === ')') open = Math.max(0, open - 1);
        this.push('operator', operator);
        expects = 'command';
      } else {
        expects = this.#word(expects, end, depth);
      }
    }
  }

  #line() {
    const end = this.#text.indexOf('\n', this.at);
    return this.#text.slice(this.at, end < 0 ? undefined : end);
  }

  #target(redirection, depth) {
    const blank = this.#match(BLANK);
    if (blank) this.push('space', blank);
    const from = this.found.length;
    if (this.at < this.#text.length && !/[\n;|()]/.test(this.#text[this.at])) this.#word('target', null, depth);
    if (redirection.endsWith('<<') || redirection.endsWith('<<-')) {
      const written = this.found.slice(from).map((piece) => piece.text).join('');
      const name = written.replace(/['"\\]/g, '');
      if (name) this.#documents.push({ name, indented: redirection.endsWith('-') });
    }
  }

  /** The texts that were announced on the line before. */
  #bodies() {
    for (const { name, indented } of this.#documents.splice(0)) {
      let to = this.at;
      while (to < this.#text.length) {
        const end = this.#text.indexOf('\n', to);
        const line = this.#text.slice(to, end < 0 ? undefined : end);
        if ((indented ? line.replace(/^\t+/, '') : line) === name) {
          this.push('heredoc', this.#text.slice(this.at, to));
          this.push('redirection', line);
          if (end >= 0) this.push('space', '\n');
          to = -1;
          break;
        }
        to = end < 0 ? this.#text.length : end + 1;
      }
      if (to >= 0) this.push('heredoc', this.#text.slice(this.at, to));
    }
  }

  /** One word with all that is put together in it; gives what may come after it. */
  #word(expects, end, depth) {
    const word = this.#words++;
    const from = this.found.length;
    let kind = expects;
    let after = 'word';
    while (this.at < this.#text.length) {
      const next = this.#text[this.at];
      const isFirst = this.found.length === from;
      if (!isFirst && (/[\s;&|()]/.test(next) || next === end)) break;
      if (this.#text.startsWith('\\\n', this.at)) {
        this.push('space', '\\\n');
        continue;
      }
      if (next === "'" || next === '"' || next === '`' || next === '$' || /^[<>]\(/.test(this.#text.slice(this.at, this.at + 2))) {
        this.#special(next, word, depth);
        continue;
      }
      if (!isFirst && (next === '<' || next === '>')) break;
      const literal = this.#match(LITERAL);
      if (isFirst && expects === 'command') [kind, after] = begins(literal);
      else if (isFirst && expects === 'word') kind = continues(literal);
      if (kind === 'assignment') {
        const name = ASSIGNMENT.exec(literal)[0];
        this.push('assignment', name, word);
        this.push('word', literal.slice(name.length), word);
        kind = 'word';
      } else {
        this.push(kind, literal, word);
        if (kind === 'keyword' && BEFORE_COMMANDS.has(literal)) after = 'command';
      }
    }
    return after;
  }

  #special(next, word, depth) {
    const text = this.#text;
    const two = text.slice(this.at, this.at + 2);
    if (next === "'" || two === "$'") {
      const close = next === "'" ? text.indexOf("'", this.at + 1) : endOfEscaped(text, this.at + 2);
      this.push('string', text.slice(this.at, close < 0 ? undefined : close + 1), word);
    } else if (next === '"' || two === '$"') {
      this.#quoted(word, depth);
    } else if (two === '${') {
      this.push('variable', text.slice(this.at, endOfBraces(text, this.at + 2)), word);
    } else if (next === '`' || two === '$(' || two === '<(' || two === '>(') {
      this.#substitution(next === '`' ? '`' : ')', next === '`' ? '`' : two, word, depth);
    } else {
      this.push(this.#match(VARIABLE) ? 'variable' : 'word', this.#match(VARIABLE) ?? next, word);
    }
  }

  #substitution(end, begin, word, depth) {
    this.push('substitution', begin, word);
    if (depth >= DEPTH) return;
    this.commands(end, depth + 1);
    if (this.#text[this.at] === end) this.push('substitution', end, word);
  }

  #quoted(word, depth) {
    const text = this.#text;
    let to = this.at + (text[this.at] === '$' ? 2 : 1);
    while (to < text.length) {
      const next = text[to];
      if (next === '"') {
        this.push('string', text.slice(this.at, to + 1), word);
        return;
      }
      if (next === '\\') {
        to += 2;
      } else if (next === '`' || (next === '$' && /[\w@*#?$!({-]/.test(text[to + 1] ?? ''))) {
        this.push('string', text.slice(this.at, to), word);
        this.#special(next, word, depth);
        to = this.at;
      } else {
        to++;
      }
    }
    this.push('string', text.slice(this.at), word);
  }
}

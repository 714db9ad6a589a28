// The small part of Markdown that agents write their words in, read into a tree. Each character is looked at a bounded
// number of times, and what is not understood stays as it was written.

/** More blocks or deeper lists than people read are text. */
const MOST_BLOCKS = 2_000;
const DEEPEST = 6;
/** A link's words and its address. */
const WORDS = 300;
const ADDRESS = 2_000;

const FENCE = /^ {0,3}(```+|~~~+)\s*([\w+#.-]*)[^`]*$/;
const ITEM = /^( *)([-*+]|\d{1,9}[.)]) +(?=\S)/;
const HEADING = /^ {0,3}#{1,6} +(?=\S)/;
const QUOTE = /^ {0,3}> ?/;
const BARE = /https?:\/\/[^\s<>"'`|\\^{}[\]]{1,2000}/y;
const ENDS = new Set('.,;:!?)*_');

/**
 * @return [{kind: 'words' | 'heading', parts} | {kind: 'code', language, text} | {kind: 'quote', blocks} |
 *     {kind: 'list', ordered, start, items: [blocks]}] with parts of {text}, {code}, {bold: parts} and {words, href, host}
 */
export function markdown(text) {
  const left = { blocks: MOST_BLOCKS };
  return blocks(String(text).replaceAll('\r\n', '\n').split('\n'), left, 0);
}

function blocks(lines, left, depth) {
  const found = [];
  let words = [];
  const flush = () => {
    if (words.length > 0) found.push({ kind: 'words', parts: inline(words.join('\n')) });
    words = [];
  };
  for (let at = 0; at < lines.length; ) {
    if (--left.blocks <= 0 || depth > DEEPEST) {
      flush();
      found.push({ kind: 'words', parts: [{ text: lines.slice(at).join('\n') }] });
      return found;
    }
    const line = lines[at];
    const fence = FENCE.exec(line);
    if (fence) {
      flush();
      at = code(lines, at, fence, found);
    } else if (QUOTE.test(line)) {
      flush();
      const inside = [];
      while (at < lines.length && QUOTE.test(lines[at])) inside.push(lines[at++].replace(QUOTE, ''));
      found.push({ kind: 'quote', blocks: blocks(inside, left, depth + 1) });
    } else if (ITEM.test(line)) {
      flush();
      at = list(lines, at, left, depth, found);
    } else if (HEADING.test(line)) {
      flush();
      found.push({ kind: 'heading', parts: inline(line.replace(HEADING, '').replace(/ #+ *$/, '')) });
      at++;
    } else {
      if (line.trim() === '') flush();
      else words.push(line);
      at++;
    }
  }
  flush();
  return found;
}

/** A fence that nobody closes goes to the end. */
function code(lines, from, [, mark, language], found) {
  let at = from + 1;
  const closes = (line) => line.trim().startsWith(mark) && line.trim().replaceAll(mark[0], '') === '';
  while (at < lines.length && !closes(lines[at])) at++;
  found.push({ kind: 'code', language, text: lines.slice(from + 1, at).join('\n') });
  return at + 1;
}

/** Lines that are indented more than an item begins are its own, and so is what follows it without a blank line. */
function list(lines, from, left, depth, found) {
  const [, margin, mark] = ITEM.exec(lines[from]);
  const ordered = /\d/.test(mark);
  const items = [];
  let at = from;
  while (at < lines.length) {
    if (items.length > 0 && lines[at].trim() === '' && at + 1 < lines.length && ITEM.test(lines[at + 1])) at++;
    const item = ITEM.exec(lines[at]);
    if (!item || item[1].length < margin.length || /\d/.test(item[2]) !== ordered) break;
    const room = item[0].length;
    const own = [lines[at++].slice(room)];
    while (at < lines.length && isOf(lines, at, margin.length)) own.push(unindented(lines[at++], room));
    while (own.at(-1)?.trim() === '') own.pop();
    items.push(blocks(own, left, depth + 1));
  }
  found.push({ kind: 'list', ordered, start: ordered ? Number.parseInt(mark, 10) : 1, items });
  return at;
}

function isOf(lines, at, margin) {
  const line = lines[at];
  if (line.trim() === '') return at + 1 < lines.length && indent(lines[at + 1]) > margin;
  if (indent(line) > margin) return true;
  return lines[at - 1].trim() !== '' && !ITEM.test(line) && !FENCE.test(line) && !HEADING.test(line) && !QUOTE.test(line);
}

function indent(line) {
  return line.length - line.trimStart().length;
}

function unindented(line, room) {
  return line.slice(Math.min(room, indent(line)));
}

/** @param isBold whether it stands in bold words already */
function inline(text, isBold = false) {
  const parts = [];
  let plain = 0;
  /** Ends that were looked for in vain are not looked for again. */
  const missing = { bold: false };
  const ticks = new Map();
  const put = (from, to, part) => {
    if (from > plain) parts.push({ text: text.slice(plain, from) });
    parts.push(part);
    plain = to;
    return to;
  };
  for (let at = 0; at < text.length; ) {
    const letter = text[at];
    if (letter === '`') at = ticked(text, at, ticks, put);
    else if (letter === '*') at = starred(text, at, isBold, missing, put);
    else if (letter === '[') at = linked(text, at, put);
    else if (letter === 'h') at = bare(text, at, put);
    else at++;
  }
  if (plain < text.length) parts.push({ text: text.slice(plain) });
  return parts;
}

/** How many of a letter stand here in a row. */
function run(text, at) {
  let end = at;
  while (text[end] === text[at]) end++;
  return end - at;
}

function ticked(text, at, ticks, put) {
  const count = run(text, at);
  const mark = '`'.repeat(Math.min(count, 3));
  if (count > 3 || ticks.get(count)) return at + count;
  const end = text.indexOf(mark, at + count);
  if (end < 0) ticks.set(count, true);
  return end < 0 ? at + count : put(at, end + count, { code: text.slice(at + count, end) });
}

function starred(text, at, isBold, missing, put) {
  const count = run(text, at);
  if (count !== 2 || isBold || missing.bold || /\s/.test(text[at + 2] ?? ' ')) return at + count;
  const end = text.indexOf('**', at + 2);
  if (end < 0) missing.bold = true;
  if (end < 0 || run(text, end) !== 2) return end < 0 ? at + count : end + run(text, end);
  return put(at, end + 2, { bold: inline(text.slice(at + 2, end), true) });
}

function linked(text, at, put) {
  const end = text.slice(at, at + WORDS).indexOf('](');
  if (end < 1) return at + 1;
  const from = at + end + 2;
  const length = text.slice(from, from + ADDRESS).indexOf(')');
  const link = length < 0 ? null : address(text.slice(from, from + length));
  const words = text.slice(at + 1, at + end);
  return link && !words.includes('[') ? put(at, from + length + 1, { words, ...link }) : at + 1;
}

function bare(text, at, put) {
  BARE.lastIndex = at;
  if (at > 0 && /\w/.test(text[at - 1])) return at + 1;
  const found = unended(BARE.exec(text)?.[0] ?? '');
  const link = found && address(found);
  return link ? put(at, at + found.length, { words: found, ...link }) : at + 1;
}

/** Without the marks that end a sentence rather than an address. */
function unended(text) {
  let end = text.length;
  while (ENDS.has(text[end - 1])) end--;
  return text.slice(0, end);
}

/** Only to the web, and to where one sees that it leads; a name in front of the host could pass for it. */
function address(text) {
  if (!/^https?:\/\/[^\s]+$/i.test(text)) return null;
  try {
    const url = new URL(text);
    return url.username || url.password ? null : { href: url.href, host: url.host };
  } catch {
    return null;
  }
}

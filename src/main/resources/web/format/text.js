// What agents write, made safe to look at: nothing of it may hide, move or pass for something else.

/** Marks that turn the direction of text, and others that take no room: shown by their names. */
const INVISIBLE = /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;
const ODD = new RegExp(`${INVISIBLE.source}|${CONTROL.source}|[\\ud800-\\udfff]`, 'gu');
const NAMES = {
  0x1b: 'ESC', 0x00: 'NUL', 0x07: 'BEL', 0x08: 'BS', 0x0d: 'CR', 0x7f: 'DEL', 0xad: 'SHY',
  0x200b: 'ZWSP', 0x200c: 'ZWNJ', 0x200d: 'ZWJ', 0x200e: 'LRM', 0x200f: 'RLM', 0x061c: 'ALM',
  0x202a: 'LRE', 0x202b: 'RLE', 0x202c: 'PDF', 0x202d: 'LRO', 0x202e: 'RLO',
  0x2066: 'LRI', 0x2067: 'RLI', 0x2068: 'FSI', 0x2069: 'PDI', 0xfeff: 'BOM',
};

/**
 * Text in pieces: {text} as it is, or {mark, code, count} for what would not be seen, so many times in a row. A
 * line break before a line feed is only a line's end.
 */
export function pieces(text) {
  const whole = String(text).replaceAll('\r\n', '\n');
  const found = [];
  let from = 0;
  for (const match of whole.matchAll(ODD)) {
    if (joins(whole, match)) continue;
    if (match.index > from) found.push({ text: whole.slice(from, match.index) });
    const code = match[0].codePointAt(0);
    const last = found.at(-1);
    if (match.index === from && last?.code === code) last.count++;
    else found.push({ mark: NAMES[code] ?? 'U+' + code.toString(16).toUpperCase().padStart(4, '0'), code, count: 1 });
    from = match.index + match[0].length;
  }
  if (from < whole.length) found.push({ text: whole.slice(from) });
  return found;
}

/** A joiner or a variation within an emoji is part of a picture, and hides nothing. */
function joins(whole, match) {
  const code = match[0].codePointAt(0);
  if (code !== 0x200d && !(code >= 0xfe00 && code <= 0xfe0f)) return false;
  return /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?$/u.test(whole.slice(Math.max(0, match.index - 6), match.index));
}

/** RLO, or RLO ×3. */
export function named({ mark, count }) {
  return count === 1 ? mark : `${mark} ×${count.toLocaleString('en')}`;
}

/** The same as one plain string, for titles, labels and messages. */
export function plain(text) {
  return plainly(pieces(text));
}

export function plainly(some) {
  return some.map((piece) => piece.text ?? `⟨${named(piece)}⟩`).join('');
}

/** All of it in one line, with the ends of its lines shown, and not longer than so many characters. */
export function short(text, length = 120) {
  // A megabyte would be read whole to show a line of it.
  const whole = String(text).trim();
  const start = whole.slice(0, length * 4);
  const line = plain(start).replace(/\n+/g, ' ⏎ ');
  const letters = Array.from(line);
  // Many marks or line ends become few letters: what was left out is said all the same.
  return letters.length <= length && start.length === whole.length ? line : letters.slice(0, length - 1).join('') + '…';
}

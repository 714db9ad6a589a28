// Where to look twice in a text: what the daemon says of a request, put to its words.

import { pointerTo } from './pointer.js';
import { riskWords } from './words.js';

/**
 * The reasons that are about the text at this place of the input, with start and end in UTF-16 units. Hidden text needs
 * no line: it is drawn by its name and counted, and a line through it would cut the count.
 */
export function marksAt(risk, path) {
  const pointer = pointerTo(...path);
  return (risk?.reasons ?? []).filter((one) => one.pointer === pointer && one.end > one.start && one.code !== 'hidden_text');
}

/** The pieces of a text, cut where a mark begins or ends; what is marked has its message as risk. */
export function underlined(pieces, marks) {
  if (marks.length === 0) return pieces;
  const found = [];
  let at = 0;
  for (const piece of pieces) {
    const end = at + piece.text.length;
    const cuts = [...new Set([at, ...marks.flatMap(({ start, end: to }) => [start, to]).filter((cut) => cut > at && cut < end), end])].sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i++) {
      const risk = marks.find(({ start, end: to }) => start < cuts[i + 1] && to > cuts[i]);
      found.push({ ...piece, text: piece.text.slice(cuts[i] - at, cuts[i + 1] - at), ...(risk ? { risk: riskWords(risk) } : {}) });
    }
    at = end;
  }
  return found;
}

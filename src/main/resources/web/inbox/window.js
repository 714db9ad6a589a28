// Which rows of a long list are on the page: arithmetic alone. All rows are of one height.

/** How many rows above and below what is seen are drawn as well. */
export const SPARE = 8;

/**
 * The rows from `from` up to, not including, `to`.
 *
 * @param top how far the list is scrolled; it may be beyond the end of a list that has become shorter
 * @param spare rows above and below what is seen, so that scrolling does not show a gap
 */
export function visible({ count, height, top, room, spare = SPARE }) {
  if (count <= 0 || height <= 0) return { from: 0, to: 0 };
  const seen = Math.min(Math.max(0, top), Math.max(0, count * height - room));
  const first = Math.floor(seen / height);
  const last = Math.ceil((seen + Math.max(0, room)) / height);
  return { from: Math.max(0, first - spare), to: Math.min(count, last + spare) };
}

/** How far to scroll so that the row is seen whole: not at all where it is. */
export function revealed({ index, height, top, room }) {
  const start = index * height;
  if (start < top || height > room) return start;
  return start + height > top + room ? start + height - room : top;
}

/** The row that a key leads to, from the active one (-1 is none), or undefined for other keys. */
export function stepped(key, { index, count, rows }) {
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: Math.max(1, rows - 1), PageUp: -Math.max(1, rows - 1) }[key];
  if (count === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (by === undefined) return undefined;
  if (index < 0) return 0;
  return Math.min(count - 1, Math.max(0, index + by));
}

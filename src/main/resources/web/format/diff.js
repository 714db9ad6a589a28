// What has changed between two texts, line by line, and within lines word by word.

const EDITS = 600; // beyond so many, two texts have little in common: the one is taken away, the other put there
const WORD_EDITS = 100;
const COMPARED = 200; // so many pairs of lines are compared word by word; the others are marked as a whole
const CONTEXT = 3;
const LONG_LINE = 2_000;

/**
 * @return [{kind: 'same' | 'removed' | 'added', before?: line number, after?: line number,
 *     parts: [{text, changed}], open?: true where the text ends without a line's end and the other one does not}]
 */
export function diff(before, after) {
  const [old, now] = [lines(before), lines(after)];
  const rows = [];
  let [a, b] = [1, 1];
  let compared = 0;
  const pair = (from, to) => (compared++ < COMPARED ? words(bare(from), bare(to)) : null);
  for (const { kind, from, to } of blocks(old, now)) {
    if (kind === 'same') from.forEach((line) => rows.push({ kind, before: a++, after: b++, parts: [{ text: bare(line), changed: false }] }));
    else rows.push(...changed(from, to, pair, () => a++, () => b++));
  }
  const ends = (list) => list.length === 0 || list.at(-1).endsWith('\n');
  if (ends(old) !== ends(now)) {
    const last = rows.findLast((row) => row.kind === (ends(old) ? 'added' : 'removed'));
    if (last) last.open = true;
  }
  return rows;
}

/** How many lines came and went. */
export function tally(rows) {
  const count = (kind) => rows.filter((row) => row.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}

/** Long stretches without a change become {kind: 'gap', rows}. */
export function folded(rows, context = CONTEXT) {
  const found = [];
  for (let at = 0; at < rows.length; ) {
    let to = at;
    while (to < rows.length && rows[to].kind === 'same') to++;
    if (to === at) {
      found.push(rows[at++]);
      continue;
    }
    const head = at === 0 ? 0 : context;
    const tail = to === rows.length ? 0 : context;
    if (to - at > head + tail + 1) {
      found.push(...rows.slice(at, at + head), { kind: 'gap', rows: rows.slice(at + head, to - tail) }, ...rows.slice(to - tail, to));
    } else {
      found.push(...rows.slice(at, to));
    }
    at = to;
  }
  return found;
}

function lines(text) {
  return String(text).match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function bare(line) {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}

function changed(from, to, pair, before, after) {
  const pairs = from.map((line, i) => (i < to.length ? pair(line, to[i]) : null));
  const whole = (line) => [{ text: bare(line), changed: false }];
  return [
    ...from.map((line, i) => ({ kind: 'removed', before: before(), parts: pairs[i]?.removed ?? whole(line) })),
    ...to.map((line, i) => ({ kind: 'added', after: after(), parts: pairs[i]?.added ?? whole(line) })),
  ];
}

/** The parts of two lines; null where they have so little in common that marking it would not help. */
export function words(old, now) {
  if (old.length > LONG_LINE || now.length > LONG_LINE) return null;
  const split = (line) => line.match(/[\p{L}\p{N}_]+|\s+|\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u200d]*|./gsu) ?? [];
  const found = blocks(split(old), split(now), WORD_EDITS);
  const same = found.filter((block) => block.kind === 'same').flatMap((block) => block.from).join('').trim().length;
  if (same * 3 < Math.max(old.length, now.length)) return null;
  const side = (name) =>
    found
      .map((block) => ({ text: block[name].join(''), changed: block.kind !== 'same' }))
      .filter((part) => part.text !== '');
  return { removed: side('from'), added: side('to') };
}

/** Stretches that are the same or not: {kind: 'same' | 'changed', from: [], to: []}. */
function blocks(old, now, edits = EDITS) {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const middle = matched(old.slice(head, old.length - tail), now.slice(head, now.length - tail), edits);
  const found = [];
  let [a, b] = [0, 0];
  const put = (kind, fromEnd, toEnd) => {
    if (fromEnd > a || toEnd > b) found.push({ kind, from: old.slice(a, fromEnd), to: now.slice(b, toEnd) });
    [a, b] = [fromEnd, toEnd];
  };
  put('same', head, head);
  for (const { x, y, length } of middle) {
    put('changed', head + x, head + y);
    put('same', head + x + length, head + y + length);
  }
  put('changed', old.length - tail, now.length - tail);
  put('same', old.length, now.length);
  return found;
}

/** Myers' shortest edit: stretches that both have, {x, y, length}; none where it would take too many edits. */
function matched(old, now, edits) {
  const [n, m] = [old.length, now.length];
  if (n === 0 || m === 0) return [];
  const most = Math.min(n + m, edits);
  const furthest = new Int32Array(2 * most + 3);
  const trace = [];
  for (let d = 0; d <= most; d++) {
    trace.push(furthest.slice(most - d, most + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const at = k + most + 1;
      let x = k === -d || (k !== d && furthest[at - 1] < furthest[at + 1]) ? furthest[at + 1] : furthest[at - 1] + 1;
      while (x < n && x - k < m && old[x] === now[x - k]) x++;
      furthest[at] = x;
      if (x >= n && x - k >= m) return walked(trace, n, m);
    }
  }
  return [];
}

function walked(trace, n, m) {
  const found = [];
  let [x, y] = [n, m];
  for (let d = trace.length - 1; d > 0 && (x > 0 || y > 0); d--) {
    const reach = (k) => trace[d][k + d + 1];
    const k = x - y;
    const before = k === -d || (k !== d && reach(k - 1) < reach(k + 1)) ? k + 1 : k - 1;
    const [px, py] = [reach(before), reach(before) - before];
    const length = Math.min(x - px, y - py);
    if (length > 0) found.push({ x: x - length, y: y - length, length });
    [x, y] = [px, py];
  }
  if (x > 0 && x === y) found.push({ x: 0, y: 0, length: x });
  return found.reverse();
}

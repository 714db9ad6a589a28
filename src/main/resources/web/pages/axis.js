// A run's time in pieces that follow one another without a gap: waiting in line, the model, tools, people.

const STATE_OF = {
  accepted: 'queued', queued: 'queued', started: 'running', approval_resolved: 'running', user_question_resolved: 'running',
  waiting_for_approval: 'waiting_for_approval', waiting_for_user_question: 'waiting_for_user_question',
  completed: 'completed', failed: 'failed', interrupted: 'interrupted', cancelled: 'cancelled',
};
export const ENDS = new Set(['completed', 'failed', 'interrupted', 'cancelled']);
export const WAITS = new Set(['waiting_for_approval', 'waiting_for_user_question']);

/** No wait takes more of the axis than this, so that what was done can still be seen. */
const WIDEST_WAIT = 0.3;

/**
 * The states in their order, each as often as it was entered: [{state, fromMs, toMs?}]. The last is the one that it is
 * in; what has ended has no duration.
 */
export function states(entries, status, nowMs) {
  const found = [];
  const enter = (state, atMs) => {
    const last = found.at(-1);
    if (last?.state === state) return;
    if (last) last.toMs = atMs;
    found.push({ state, fromMs: atMs });
  };
  for (const { event, timestamp_ms: atMs } of entries) {
    const state = event.run?.status ?? STATE_OF[event.type];
    if (state) enter(state, atMs);
  }
  if (status && found.at(-1)?.state !== status) enter(status, entries.at(-1)?.timestamp_ms ?? nowMs);
  const last = found.at(-1);
  if (last && !ENDS.has(last.state)) last.toMs = Math.max(nowMs, last.fromMs);
  return found;
}

/**
 * What a run did, piece by piece: [{what: 'queued' | 'model' | 'tool' | 'wait', name?, state, fromMs, toMs}]. All
 * pieces together are the run's time.
 *
 * @param actions ExternalActionView: a tool's request, and later its response
 */
export function steps(entries, actions, status, nowMs) {
  const tools = pairs(actions, nowMs);
  return states(entries, status, nowMs)
    .filter(({ toMs }) => toMs !== undefined)
    .flatMap(({ state, fromMs, toMs }) => {
      if (state === 'queued') return [{ what: 'queued', state, fromMs, toMs }];
      if (WAITS.has(state)) return [{ what: 'wait', state, fromMs, toMs }];
      return work(fromMs, toMs, tools);
    })
    .filter(({ fromMs, toMs }) => toMs > fromMs);
}

/** Tools that run at once share the time: each piece is of the one that began first. */
function work(fromMs, toMs, tools) {
  const found = [];
  let at = fromMs;
  for (const { name, startMs, endMs } of tools) {
    const start = Math.max(at, startMs);
    const end = Math.min(toMs, endMs);
    if (end <= start) continue;
    if (start > at) found.push({ what: 'model', state: 'running', fromMs: at, toMs: start });
    found.push({ what: 'tool', name, state: 'running', fromMs: start, toMs: end });
    at = end;
  }
  if (at < toMs) found.push({ what: 'model', state: 'running', fromMs: at, toMs });
  return found;
}

function pairs(actions, nowMs) {
  const open = new Map();
  const found = [];
  for (const { phase, kind, target, tool_call_id: call, timestamp_ms: atMs } of actions) {
    if (kind === 'decision' || kind === 'model_request') continue;
    const key = `${kind} ${call ?? target}`;
    if (phase === 'request') {
      const tool = { name: target, startMs: atMs, endMs: nowMs };
      open.set(key, tool);
      found.push(tool);
    } else if (open.has(key)) {
      open.get(key).endMs = atMs;
      open.delete(key);
    }
  }
  return found.sort((a, b) => a.startMs - b.startMs);
}

/** Where each piece is on an axis from 0 to 1: [{...piece, left, width, isShort}]; long waits are shortened. */
export function placed(pieces) {
  const total = pieces.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const most = total * WIDEST_WAIT;
  const drawn = pieces.map((piece) => {
    const ms = piece.toMs - piece.fromMs;
    const isShort = piece.what === 'wait' && ms > most && pieces.length > 1;
    return { ...piece, ms, isShort, drawn: isShort ? most : ms };
  });
  const all = drawn.reduce((sum, { drawn: ms }) => sum + ms, 0) || 1;
  let left = 0;
  return drawn.map((piece) => {
    const width = piece.drawn / all;
    const place = { ...piece, left, width };
    left += width;
    return place;
  });
}

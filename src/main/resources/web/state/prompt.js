// One prompt, as the page holds it, made from what the daemon says about it. Nothing here changes a prompt:
// a changed one is a new object, so that whoever has shown one decides about what was shown.

/**
 * {key, kind: 'approval' | 'question', id, sessionId, runId, agentId?, createdAtMs, expiresAtMs?, request, row?,
 * triage?, settled?: {by?, behavior, atMs}}. `row` is what a list or GET gives of it, `triage` what people did about it;
 * isUnread while its row is on its way.
 */
export function merged(known, kind, request, more) {
  const newest = newer(known, request, more);
  return {
    ...known,
    ...more,
    ...(more.row && { row: keepingDiff(known?.row, more.row) }),
    key: keyOf(kind, request.id),
    kind,
    id: request.id,
    agentId: more.agentId ?? known?.agentId,
    createdAtMs: newest.created_at_ms,
    expiresAtMs: newest.expires_at_ms ?? undefined,
    request: newest,
    // What has been settled stays so, whatever an older list says.
    settled: known?.settled && more.settled ? { ...known.settled, ...more.settled } : (known?.settled ?? more.settled),
  };
}

/** What changed of a target is in the approval's own row alone; a list that comes later has it not. */
function keepingDiff(known, row) {
  const changes = known?.request.changes;
  return changes?.some((one) => one.diff) && row.request.changes ? { ...row, request: { ...row.request, changes } } : row;
}

/** What is asked, as the row has it where that is known. */
export const requestOf = ({ row, request }) => row?.request ?? request;

/** What it is about, in the daemon's words. */
export const titleOf = (prompt) => requestOf(prompt).title ?? '';

export function keyOf(kind, id) {
  return `${kind}:${id}`;
}

/** Nobody has done anything about it. */
const UNTOUCHED = Object.freeze({ seen: [], snoozes: [], watchers: [], reminded: 0, comments: 0 });

/** A row of a list, or of GET, in the page's words. */
export function ofRow(row) {
  const status = row.status ?? 'pending';
  return {
    sessionId: row.session_id,
    runId: row.run_id,
    agentId: row.agent_id,
    row,
    isUnread: false,
    triage: row.triage ?? UNTOUCHED,
    ...(status === 'pending' ? {} : { settled: settlement(status, row.resolution) }),
  };
}

/** A frame that tells of an end. */
export function ofEnd(frame) {
  return settlement(frame.status, { by: frame.by, behavior: behavior(frame.resolution) });
}

/** A later revision counts; of the same one, that which says what this caller may do. */
function newer(known, request, more) {
  if (!known) return request;
  const before = known.request.revision ?? 0;
  const now = request.revision ?? 0;
  if (now !== before) return now > before ? request : known.request;
  return more.row ? request : known.request;
}

/** How it ended: allow, deny, answered, declined, cancelled, expired, withdrawn; who and when, where that is known. */
function settlement(status, resolution) {
  const ended = { behavior: resolution?.behavior ?? status, atMs: resolution?.at_ms ?? Date.now() };
  return resolution?.by ? { ...ended, by: resolution.by } : ended;
}

/** Of a resolution as it was sent. */
function behavior(resolution) {
  if (!resolution) return undefined;
  return resolution.behavior ?? (resolution.declined ? 'declined' : resolution.answers ? 'answered' : undefined);
}

const ENDS = {
  allow: 'allowed', deny: 'denied', answered: 'answered', declined: 'declined', cancelled: 'cancelled',
  expired: 'expired', withdrawn: 'withdrawn', resolved: 'settled', gone: 'gone',
};

/** What became of it, in words: 'allowed by bob', 'expired'. */
export function ending({ behavior: how, by }) {
  const word = ENDS[how] ?? how;
  return by && how !== 'expired' && how !== 'withdrawn' && how !== 'gone' ? `${word} by ${by}` : word;
}

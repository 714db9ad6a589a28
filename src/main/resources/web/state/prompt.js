// One prompt, as the page holds it, made from what the daemon says about it. Nothing here changes a prompt:
// a changed one is a new object, so that whoever has shown one decides about what was shown.

import { titleWords } from '../format/words.js';
import { t } from '../i18n/i18n.js';

let serial = 0;

/**
 * {key, kind: 'approval' | 'question', id, sessionId, runId, agentId?, createdAtMs, expiresAtMs?, request, row?,
 * triage?, settled?: {by?, behavior, atMs}}. `row` is what GET gives of it, with all that is asked; `line` what the inbox
 * lists of it, without the input: where there is no row, `request` is made of the line. `triage` is what people did about it.
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

/** What a list shows of it: of the line and the row that which is newer. */
export const shownOf = (prompt) => (prompt.line && !(prompt.rowAt > prompt.lineAt) ? asRequest(prompt.line) : requestOf(prompt));

/** What it is about. */
export const titleOf = (prompt) => titleWords(requestOf(prompt));

export function keyOf(kind, id) {
  return `${kind}:${id}`;
}

/** Nobody has done anything about it. */
const UNTOUCHED = Object.freeze({ seen: [], snoozes: [], watchers: [], reminded: 0, comments: 0 });

/** What a line of the inbox says of its request; the input is not among it. */
export function asRequest(line) {
  const { risk, ...more } = line;
  return { ...more, isLine: true, ...(risk ? { risk: { level: risk.level, reasons: risk.codes.map((code) => ({ code })) } } : {}) };
}

/** A line of the inbox, in the page's words. */
export function ofLine(line) {
  return {
    sessionId: line.session_id,
    runId: line.run_id,
    agentId: line.agent_id,
    line,
    lineAt: ++serial,
    lineMs: Date.now(),
    triage: line.triage ?? UNTOUCHED,
    ...(line.status === 'pending' ? {} : { settled: settlement(line.status, line.resolution) }),
  };
}

/** Whether a line tells more than the row that was read before it. */
export function isAhead({ row, line, lineAt, rowAt, settled }) {
  if (!row || settled || !(lineAt > rowAt)) return false;
  const { held, revision, standing } = row.request;
  return revision !== line.revision || held?.until_ms !== line.held?.until_ms || standing?.summary !== line.standing?.summary || standing?.state !== line.standing?.state;
}

/** A row of GET, in the page's words. */
export function ofRow(row) {
  const status = row.status ?? 'pending';
  return {
    sessionId: row.session_id,
    runId: row.run_id,
    agentId: row.agent_id,
    row,
    rowAt: ++serial,
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
  return more.row || known.request.isLine ? request : known.request;
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
  allow: t('state.prompt.allow'),
  deny: t('state.prompt.deny'),
  answered: t('state.prompt.answered'),
  declined: t('state.prompt.declined'),
  cancelled: t('state.prompt.cancelled'),
  expired: t('state.prompt.expired'),
  withdrawn: t('state.prompt.withdrawn'),
  resolved: t('state.prompt.resolved'),
  gone: t('state.prompt.gone'),
};

/** What became of it, in words: 'allowed by bob', 'expired'. */
export function ending({ behavior: how, by }) {
  const word = ENDS[how] ?? how;
  return by && how !== 'expired' && how !== 'withdrawn' && how !== 'gone' ? t('state.prompt.by', { ending: word, by }) : word;
}

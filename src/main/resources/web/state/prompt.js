// One prompt, as the page holds it, made from what the daemon says about it. Nothing here changes a prompt:
// a changed one is a new object, so that whoever has shown one decides about what was shown.

import { deciderWords, titleWords } from '../format/words.js';
import { t } from '../i18n/i18n.js';

let serial = 0;

/**
 * {key, kind: 'approval' | 'question', id, sessionId, runId, agentId?, createdAtMs, expiresAtMs?, request, row?,
 * triage?, settled?: {by?, outcome, applied?, atMs}}. `row` is what GET gives of it, with all that is asked; `line` what the inbox
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
    ...(line.status === 'pending' ? {} : { settled: settlement(line.status, { ...line.resolution, outcome: line.outcome }) }),
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
  return settlement(frame.status, frame);
}

/** A later revision counts; of the same one, that which says what this caller may do. */
function newer(known, request, more) {
  if (!known) return request;
  const before = known.request.revision ?? 0;
  const now = request.revision ?? 0;
  if (now !== before) return now > before ? request : known.request;
  return more.row || known.request.isLine ? request : known.request;
}

/** How it ended: in the word that every surface has for it, and what the deadline did; who and when, where that is known. */
function settlement(status, { outcome = status, applied, by, at_ms: atMs = Date.now() } = {}) {
  return { outcome, ...(applied && { applied }), atMs, ...(by && { by }) };
}

/** What comes of a decision as it is sent. */
const OUTCOMES = { allow: 'allowed', deny: 'denied', request_changes: 'changes_requested', ask_back: 'asked_back', respond: 'responded' };

const ENDS = {
  allowed: t('state.prompt.allow'),
  denied: t('state.prompt.deny'),
  changes_requested: t('state.prompt.changes_requested'),
  asked_back: t('state.prompt.asked_back'),
  responded: t('state.prompt.responded'),
  answered: t('state.prompt.answered'),
  declined: t('state.prompt.declined'),
  cancelled: t('state.prompt.cancelled'),
  expired: t('state.prompt.expired'),
  withdrawn: t('state.prompt.withdrawn'),
  superseded: t('state.prompt.superseded'),
  resolved: t('state.prompt.resolved'),
  gone: t('state.prompt.gone'),
};

/** Nobody decided these. */
const ENDED_ALONE = new Set(['expired', 'withdrawn', 'superseded', 'gone']);

/** Whether it says something about somebody that they ended it. */
export const isByPerson = (outcome) => !ENDED_ALONE.has(outcome);

/** What became of it, in words: 'allowed by bob', 'expired'. */
export function ending({ outcome, by }) {
  const word = ENDS[outcome] ?? outcome;
  return by && isByPerson(outcome) ? t('state.prompt.by', { ending: word, by: deciderWords(by) }) : word;
}

/** What is on its way, in the same words. */
export const heldEnding = ({ behavior, by }) => ending({ outcome: OUTCOMES[behavior], by });

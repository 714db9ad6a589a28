// The rule that a lasting yes would leave behind.

import { t } from '../i18n/i18n.js';

const HOUR = 3_600_000;
/** How long a rule lasts that nobody has said more about. */
export const DEFAULT_SPAN = 8 * HOUR;
/** [how long, in words, in ms]; for good is the last one. */
export const SPANS = [
  [t('format.time.hours', { count: 1 }), HOUR],
  [t('format.time.hours', { count: 8 }), 8 * HOUR],
  [t('approval.rule.days', { count: 1 }), 24 * HOUR],
  [t('approval.rule.days', { count: 7 }), 7 * 24 * HOUR],
  [t('approval.rule.days', { count: 30 }), 30 * 24 * HOUR],
  [t('approval.rule.until_revoked'), 0],
];

/** Whether pattern keys are commands, as they are for the daemon's own shell and Claude Code's, or the name of a tool. */
export function isForCommands({ tool_name: tool, input, pattern_keys: keys }) {
  if ((tool !== 'bash' && tool !== 'Bash') || typeof input?.command !== 'string') return false;
  // An agent outside may call something bash as well; its key is its own name for it.
  return !(keys.length === 1 && keys[0].startsWith('acp:') && input.command.trim() !== keys[0]);
}

/** The tools whose keys say what a call goes to. */
const WEB = ['http_request', 'WebFetch'];
const FILES = ['read_file', 'write_file', 'edit_file', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit'];

/** Whether a key is for a target, and not for every call of its tool. */
export function isForTarget({ tool_name: tool }, key) {
  // An agent outside may call its tools the same; its key is its own name for them.
  if (/^(acp:|hook:|external\/)/.test(key)) return false;
  return key !== tool && (WEB.includes(tool) || FILES.includes(tool));
}

/** Whether a key is for every call of its tool, whatever the call does. */
export function isForTool(request, key) {
  return !isForCommands(request) && !isForTarget(request, key);
}

/** Stands for the key in a sentence: no text of ours has it. */
const PLACE = '\uffff';

function around(sentence, key) {
  const [before, after] = sentence.split(PLACE);
  return { before, key, after };
}

/** {before, key, after}: what a pattern key covers, with the key itself to be shown as it is. */
export function covers(request, key) {
  if (isForTarget(request, key)) return goesTo(request, key);
  if (!isForCommands(request)) return around(t('approval.rule.every_call', { key: PLACE }), key);
  if (key.endsWith(' *') && !key.startsWith('=')) {
    return around(t('approval.rule.begins', { key: PLACE }), key.slice(0, -2));
  }
  return around(t('approval.rule.exactly', { key: PLACE }), key.startsWith('=') ? key.slice(1) : key);
}

function goesTo({ tool_name: tool }, key) {
  const bare = key.startsWith('=') ? key.slice(1) : key;
  if (WEB.includes(tool)) {
    if (key !== bare) return around(t('approval.rule.request', { key: PLACE }), bare);
    return key.endsWith('/*')
      ? around(t('approval.rule.server', { key: PLACE }), key.slice(0, -1))
      : around(t('approval.rule.address', { key: PLACE }), key);
  }
  return key === bare && key.endsWith('/**')
    ? around(t('approval.rule.folder', { key: PLACE, tool }), key.slice(0, -2))
    : around(t('approval.rule.file', { key: PLACE, tool }), bare);
}

/** The same as a rule to be tried. */
export function ruleOf(request, key, scope, sessionId) {
  return {
    behavior: 'allow',
    ...(isForCommands(request) ? { tool: request.tool_name, command: key } : isForTarget(request, key) ? { tool: request.tool_name, target: key } : { tool: key }),
    scope: scope === 'session' ? { kind: 'session', id: sessionId } : { kind: 'user' },
  };
}

/** The same as it goes along with a decision. */
export function grantOf({ scope, key, spanMs, uses }, nowMs) {
  return {
    scope,
    pattern_key: key,
    ...(spanMs > 0 ? { expires_at_ms: nowMs + spanMs } : {}),
    ...(uses === '' ? {} : { max_uses: Number(uses) }),
  };
}

/** What a rule would have done, in one sentence. */
export function foreseen({ examined, matched, truncated }) {
  if (examined === 0) return t('approval.rule.no_calls');
  return t('approval.rule.matched', { count: examined, matched: matched.length }) + (truncated ? `. ${t('approval.rule.older')}` : '');
}

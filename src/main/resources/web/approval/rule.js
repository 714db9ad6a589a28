// The rule that a lasting yes would leave behind.

const HOUR = 3_600_000;
/** How long a rule lasts that nobody has said more about. */
export const DEFAULT_SPAN = 8 * HOUR;
/** [how long, in words, in ms]; for good is the last one. */
export const SPANS = [
  ['1 hour', HOUR],
  ['8 hours', 8 * HOUR],
  ['1 day', 24 * HOUR],
  ['7 days', 7 * 24 * HOUR],
  ['30 days', 30 * 24 * HOUR],
  ['Until revoked', 0],
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

/** {before, key, after}: what a pattern key covers, with the key itself to be shown as it is. */
export function covers(request, key) {
  if (isForTarget(request, key)) return goesTo(request, key);
  if (!isForCommands(request)) return { before: 'every call of ', key, after: ', with any input' };
  if (key.endsWith(' *') && !key.startsWith('=')) {
    return { before: 'simple commands that begin with ', key: key.slice(0, -2), after: '' };
  }
  return { before: 'exactly this command: ', key: key.startsWith('=') ? key.slice(1) : key, after: '' };
}

function goesTo({ tool_name: tool }, key) {
  const bare = key.startsWith('=') ? key.slice(1) : key;
  if (WEB.includes(tool)) {
    const after = '. Headers and body are not looked at.';
    if (key !== bare) return { before: 'exactly this request: ', key: bare, after };
    return key.endsWith('/*')
      ? { before: 'requests to this server: ', key: key.slice(0, -1), after: ' and all below' + after }
      : { before: 'requests to this address, with any query: ', key, after };
  }
  return key === bare && key.endsWith('/**')
    ? { before: `${tool} in the folder `, key: key.slice(0, -2), after: ' and all below' }
    : { before: `${tool} of the file `, key: bare, after: '' };
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
  const calls = (n) => `${n.toLocaleString()} ${n === 1 ? 'call' : 'calls'}`;
  const older = truncated ? ' There are older calls that were not tested.' : '';
  if (examined === 0) return 'There are no past calls here.' + older;
  return `Of the newest ${calls(examined)} here it would have matched ${matched.length === 0 ? 'none' : matched.length.toLocaleString()}.${older}`;
}

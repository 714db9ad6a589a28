// Which buttons there are, and why one of them does nothing. What may be done is what the daemon says.

const UNREAD = 'Checking what you can do…';
const KINDS = {
  allow_once: ['allow', 'once'],
  allow_always: ['allow', 'from now on'],
  reject_once: ['deny', 'once'],
  reject_always: ['deny', 'from now on'],
};

/**
 * @param request as the row has it, or as it came when nobody has read the row
 * @param isRead whether the actions are those of whoever looks
 * @return [{id, label, note?, tone, opens?: 'deny' | 'edit' | 'always', decision?, allowed, reason?}]
 */
export function choices(request, isRead) {
  const may = (name) => permitted(request, name, isRead);
  if (request.signature_required) {
    return [
      { id: 'allow', label: 'Allow once', tone: 'allow', decision: { behavior: 'allow' }, ...may('allow') },
      { id: 'deny', label: 'Deny…', tone: 'deny', opens: 'deny', decision: { behavior: 'deny' }, ...may('deny') },
    ];
  }
  return [...(request.options?.length > 0 ? offered(request, may) : usual(may)), ...replies(request, isRead, may)];
}

/**
 * What can be said in place of a plain no, with what the form asks for. What this request does not take is not shown:
 * deny is there for it.
 */
function replies({ actions }, isRead, may) {
  const all = [
    { id: 'request_changes', label: 'Request changes…', ask: 'What should the agent change?', done: 'Changes requested', member: 'reason' },
    { id: 'respond', label: 'Answer in the tool\'s place…', ask: 'The result that the agent gets. The call does not run.', done: 'Answered', member: 'response' },
    { id: 'ask_back', label: 'Ask the agent…', ask: 'Your question. The agent answers and asks again.', done: 'Asked back', member: 'reason' },
  ];
  return isRead
    ? all
        .filter(({ id }) => actions?.find(({ action }) => action === id)?.allowed)
        .map((one) => ({
          ...one, tone: '', more: true, opens: 'deny', decision: { behavior: one.id }, ...may(one.id),
          hint: actions.find(({ action }) => action === one.id).note,
        }))
    : [];
}

function usual(may) {
  return [
    { id: 'allow', label: 'Allow once', tone: 'allow', decision: { behavior: 'allow' }, ...may('allow') },
    { id: 'deny', label: 'Deny…', tone: 'deny', opens: 'deny', decision: { behavior: 'deny' }, ...may('deny') },
    { id: 'session', label: 'Allow for the session', tone: '', decision: { behavior: 'allow', grant: { scope: 'session' } }, ...may('grant') },
    { id: 'always', label: 'Always…', tone: '', opens: 'always', ...may('grant') },
    { id: 'edit', label: 'Edit…', tone: '', opens: 'edit', ...may('edit') },
  ];
}

/** The agent's own, by their names. */
function offered({ options }, may) {
  const all = options.map(({ option_id: option, name, kind }) => {
    const [behavior, often] = KINDS[kind] ?? ['deny', ''];
    return {
      id: `option-${option}`,
      label: name,
      note: `${behavior === 'allow' ? 'allows' : 'denies'} ${often}`,
      tone: kind === 'allow_once' ? 'allow' : behavior === 'deny' ? 'deny' : '',
      opens: behavior === 'deny' ? 'deny' : undefined,
      decision: { behavior, option_id: option },
      ...may(behavior),
    };
  });
  const more = usual(may).filter(({ id, allowed }) => allowed && (id === 'always' || id === 'edit'));
  return [...all, ...more.map((one) => (one.id === 'always' ? { ...one, label: 'Make a rule…' } : one))];
}

function permitted({ actions }, name, isRead) {
  if (!isRead) return { allowed: false, reason: UNREAD };
  const found = actions?.find((one) => one.action === name) ?? actions?.find((one) => one.action === 'allow');
  return found ? { allowed: found.allowed, reason: found.allowed ? undefined : found.reason } : { allowed: false, reason: UNREAD };
}

/** The one that a key stands for: a yes to this call alone, or a no. */
export function plainest(all, behavior) {
  const fits = all.filter((one) => one.decision?.behavior === behavior && !one.decision.grant);
  return fits.find((one) => !one.note || one.note.endsWith('once')) ?? (behavior === 'deny' ? fits[0] : undefined);
}

/** Each reason once: [[reason, ids of the buttons it is for]]. */
export function reasons(all) {
  const found = new Map();
  for (const { id, allowed, reason } of all) {
    if (!allowed && reason) found.set(reason, [...(found.get(reason) ?? []), id]);
  }
  return [...found];
}

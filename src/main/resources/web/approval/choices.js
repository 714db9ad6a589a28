// Which buttons there are, and why one of them does nothing. What may be done is what the daemon says.

const UNREAD = 'Checking what you can do…';
export const TO_READ = 'Scroll to the end to allow';
const KINDS = {
  allow_once: ['allow', 'once'],
  allow_always: ['allow', 'from now on'],
  reject_once: ['deny', 'once'],
  reject_always: ['deny', 'from now on'],
};

/**
 * @param request as the row has it, or as it came when nobody has read the row
 * @param isRead whether the actions are those of whoever looks
 * @param signs whether a passkey can be used here by those who look
 * @return [{id, label, note?, tone, opens?: 'deny' | 'edit' | 'always', lasts?, decision?, allowed, reason?}]
 */
export function choices(request, isRead, signs) {
  const may = (name) => permitted(request, name, isRead);
  if (request.signature_required) {
    const [allow, deny] = usual(signs ? () => ({ allowed: true }) : may);
    return signs ? [withPasskey(allow), { ...deny, label: 'Deny with passkey…' }] : [allow, deny];
  }
  const all = [...(request.options?.length > 0 ? offered(request, may) : usual(may)), ...replies(request, isRead, may)];
  return request.step_up === 'passkey' ? all.map(withPasskey) : all;
}

/** Until all that would run has been on the screen, and for a moment after it, what allows it does nothing but scroll on; a no needs nothing. */
export function toBeRead(all, reading) {
  return reading.isReady ? all : all.map((choice) => ({ ...choice, toRead: allows(choice) }));
}

export function allows({ allowed, decision, opens }) {
  return allowed && (decision?.behavior === 'allow' || opens === 'always');
}

/** A yes asks for the passkey; that nobody is surprised by it, the button says so. */
function withPasskey(choice) {
  if (choice.id === 'allow') return { ...choice, label: 'Allow with passkey' };
  return choice.decision?.behavior === 'allow' ? { ...choice, note: 'takes a passkey' } : choice;
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
    { id: 'always', label: 'Allow and remember…', tone: '', opens: 'always', ...may('grant') },
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
      // What the agent remembers is its own: nobody here can take it back.
      lasts: kind === 'allow_always' || kind === 'reject_always',
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

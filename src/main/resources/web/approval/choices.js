// Which buttons there are, and why one of them does nothing. What may be done is what the daemon says.

import { whyNot } from './refusal.js';
import { ofDaemon, t } from '../i18n/i18n.js';

const UNREAD = t('approval.choices.unread');
export const TO_READ = t('approval.choices.to_read');
const KINDS = {
  allow_once: ['allow', t('approval.choices.allows_once')],
  allow_always: ['allow', t('approval.choices.allows_always')],
  reject_once: ['deny', t('approval.choices.denies_once')],
  reject_always: ['deny', t('approval.choices.denies_always')],
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
    return signs ? [withPasskey(allow), { ...deny, label: t('approval.choices.deny_passkey') }] : [allow, deny];
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
  if (choice.id === 'allow') return { ...choice, label: t('approval.choices.allow_passkey') };
  return choice.decision?.behavior === 'allow' ? { ...choice, note: t('approval.choices.takes_passkey') } : choice;
}

/**
 * What can be said in place of a plain no, with what the form asks for. What this request does not take is not shown:
 * deny is there for it.
 */
function replies({ actions }, isRead, may) {
  const all = [
    { id: 'request_changes', label: t('approval.choices.changes'), ask: t('approval.choices.changes_ask'), done: t('parts.outcome.changes_requested'), member: 'reason' },
    { id: 'respond', label: t('approval.choices.respond'), ask: t('approval.choices.respond_ask'), done: t('parts.outcome.responded'), member: 'response' },
    { id: 'ask_back', label: t('approval.choices.ask_back'), ask: t('approval.choices.ask_back_ask'), done: t('parts.outcome.asked_back'), member: 'reason' },
  ];
  return isRead
    ? all
        .filter(({ id }) => actions?.find(({ action }) => action === id)?.allowed)
        .map((one) => ({
          ...one, tone: '', more: true, opens: 'deny', decision: { behavior: one.id }, ...may(one.id),
          hint: ofDaemon(actions.find(({ action }) => action === one.id).note),
        }))
    : [];
}

function usual(may) {
  return [
    { id: 'allow', label: t('approval.choices.allow'), tone: 'allow', decision: { behavior: 'allow' }, ...may('allow') },
    { id: 'deny', label: t('approval.choices.deny'), tone: 'deny', opens: 'deny', decision: { behavior: 'deny' }, ...may('deny') },
    { id: 'always', label: t('approval.choices.always'), tone: '', opens: 'always', ...may('grant') },
    { id: 'edit', label: t('approval.choices.edit'), tone: '', opens: 'edit', ...may('edit') },
  ];
}

/** The agent's own, by their names. */
function offered({ options }, may) {
  const all = options.map(({ option_id: option, name, kind }) => {
    const [behavior, note] = KINDS[kind] ?? ['deny', t('approval.choices.denies')];
    return {
      id: `option-${option}`,
      label: name,
      note,
      isOnce: kind === 'allow_once' || kind === 'reject_once',
      tone: kind === 'allow_once' ? 'allow' : behavior === 'deny' ? 'deny' : '',
      opens: behavior === 'deny' ? 'deny' : undefined,
      decision: { behavior, option_id: option },
      // What the agent remembers is its own: nobody here can take it back.
      lasts: kind === 'allow_always' || kind === 'reject_always',
      ...may(behavior),
    };
  });
  const more = usual(may).filter(({ id, allowed }) => allowed && (id === 'always' || id === 'edit'));
  return [...all, ...more.map((one) => (one.id === 'always' ? { ...one, label: t('approval.choices.rule') } : one))];
}

function permitted({ actions }, name, isRead) {
  if (!isRead) return { allowed: false, reason: UNREAD };
  const found = actions?.find((one) => one.action === name) ?? actions?.find((one) => one.action === 'allow');
  return found ? { allowed: found.allowed, reason: found.allowed ? undefined : whyNot(found) } : { allowed: false, reason: UNREAD };
}

/** The one that a key stands for: a yes to this call alone, or a no. */
export function plainest(all, behavior) {
  const fits = all.filter((one) => one.decision?.behavior === behavior && !one.decision.grant);
  return fits.find((one) => !one.note || one.isOnce) ?? (behavior === 'deny' ? fits[0] : undefined);
}

/** Each reason once: [[reason, ids of the buttons it is for]]. */
export function reasons(all) {
  const found = new Map();
  for (const { id, allowed, reason } of all) {
    if (!allowed && reason) found.set(reason, [...(found.get(reason) ?? []), id]);
  }
  return [...found];
}

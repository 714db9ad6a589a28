// Decisions that the daemon holds for a moment, so that they can be undone.

import { api, segment } from '../net/api.js';
import { inbox } from './inbox.js';
import { me } from './me.js';
import { settings } from './settings.js';
import { t } from '../i18n/i18n.js';

/** What was sent from this tab and when it was held, by key: to run it now is to send the same once more. */
const sent = new Map();
/** What this tab has held last: one, or several that were decided at once. */
let last = [];
let person;

me.addEventListener('change', () => {
  if (me.caller?.principal_id === person) return;
  person = me.caller?.principal_id;
  sent.clear();
  last = [];
});

export function undoMs() {
  return settings.get('undo') ?? me.caller?.undo_ms ?? 0;
}

/** The decision, held where a yes of one person is enough. */
export function holding(request, decision) {
  const plain = !request.signature_required && !request.step_up && !request.standing;
  const ms = decision.behavior === 'allow' && plain ? undoMs() : 0;
  return ms > 0 ? { ...decision, hold_ms: ms } : decision;
}

/** Keeps what was sent; without a hold nothing is kept of it. */
export function keep(prompt, decision) {
  sent.delete(prompt.key);
  if (decision.hold_ms) last = [prompt];
}

/** That this decision is the one that the daemon holds, as it was read after it was sent. */
export function keepHeld(now, decision) {
  const held = heldOf(now);
  if (!held || !decision.hold_ms || held.behavior !== decision.behavior) return;
  const { hold_ms: _, ...at_once } = decision;
  sent.set(now.key, { decision: at_once, atMs: held.at_ms });
}

/** The same of several that were decided at once. */
export function keepAll(prompts, decision) {
  prompts.forEach((prompt) => {
    keep(prompt, decision);
    keepHeld(inbox.at(prompt.key), decision);
  });
  if (decision.hold_ms) last = prompts;
}

/** What would run now; undefined where what is held is a decision of another person, or of another tab. */
export function keptOf(prompt) {
  const kept = sent.get(prompt.key);
  return kept && kept.atMs === heldOf(prompt)?.at_ms ? kept.decision : undefined;
}

export const heldOf = (prompt) => (prompt?.settled ? null : ((prompt?.row?.request ?? prompt?.request)?.held ?? null));

/**
 * What can be taken back: the open request if a decision on it is held, and all that this tab has held at once last. That
 * it is held was said when it was sent; its lines tell so later, one after the other.
 */
export function undoable(open) {
  const batch = last.map(({ key }) => inbox.at(key)).filter((prompt) => prompt && !prompt.settled);
  if (!heldOf(open)) return batch;
  return batch.some(({ key }) => key === open.key) ? batch : [open];
}

/** Takes back all of them that are still held, and gives them; throws the first refusal when the others are taken back. */
export async function undo(prompts) {
  const results = await Promise.allSettled(prompts.map(undoOne));
  const back = prompts.filter((_, i) => results[i].status === 'fulfilled');
  // Of several, another person may have taken one back.
  const failed = results.find(({ status, reason }) => status === 'rejected' && (back.length === 0 || reason.code !== 'approval_not_held'));
  if (failed) throw failed.reason;
  return back;
}

async function undoOne(prompt) {
  await api.delete(`/v1/approvals/${segment(prompt.id)}/held`);
  sent.delete(prompt.key);
  last = last.filter(({ key }) => key !== prompt.key);
  await inbox.refresh(prompt).catch(() => null);
}

export function undone(prompts) {
  return t('state.holds.undone', { count: prompts.length });
}

export function notUndone(problem) {
  return problem.code === 'approval_state_conflict' ? t('state.holds.too_late') : (problem.detail ?? String(problem));
}

// What becomes of several at once: who is meant, who is left out and why, and how it went, in words.

import { whyNot } from '../approval/refusal.js';
import { ending, requestOf } from '../state/prompt.js';
import { t } from '../i18n/i18n.js';

/** @return {meant: [prompt], out: [{prompt, why}]} */
export function sorted(prompts, behavior) {
  const meant = [];
  const out = [];
  for (const prompt of prompts) {
    const why = reasonAgainst(prompt, behavior);
    if (why) out.push({ prompt, why });
    else meant.push(prompt);
  }
  return { meant, out };
}

function reasonAgainst(prompt, behavior) {
  if (prompt.settled) return t('inbox.bulk.already', { ending: ending(prompt.settled) });
  if (prompt.kind === 'question') return t('inbox.bulk.question');
  const request = requestOf(prompt);
  if (behavior === 'allow' && request.person_only) return t('inbox.bulk.person_only');
  const action = request.actions?.find((one) => one.action === behavior);
  if (action && !action.allowed) return whyNot(action);
  if (behavior !== 'allow') return null;
  if (request.risk?.level === 'high') return t('inbox.bulk.high_risk');
  if (request.step_up || request.signature_required) return t('inbox.bulk.signature');
  if (request.standing) return t('inbox.bulk.standing');
  if (request.held) return request.held.behavior === 'allow' ? t('inbox.bulk.held_allowed', { by: request.held.by }) : t('inbox.bulk.held_decided', { by: request.held.by });
  return null;
}

/** Whether the row of a request shows all of its input: the line of one command for a shell, and nothing else. */
export function isWhole({ tool_name: tool, input, title, preconditions, requested_items: items }) {
  const values = Object.entries(input ?? {});
  return (tool === 'bash' || tool === 'Bash') && !preconditions?.length && !items?.length && values.length === 1 && values[0][0] === 'command' && title.replace(/^Run /, '') === values[0][1];
}

/** @param result {problem?, elsewhere?, waiting?, held?}, or nothing while it is on its way */
export function outcome(result, behavior, prompt) {
  if (!result) return { tone: '', text: '' };
  if (result.elsewhere) return { tone: 'warn', text: t('inbox.bulk.already', { ending: ending(result.elsewhere) }) };
  if (result.problem) return { tone: 'bad', text: t('inbox.bulk.refused', { problem: result.problem.detail ?? String(result.problem) }) };
  if (result.held) return { tone: 'good', text: t('inbox.bulk.held') };
  if (!result.waiting) return { tone: 'good', text: behavior === 'deny' ? t('state.prompt.deny') : t('state.prompt.allow') };
  const needed = prompt.request.approvals_required ?? 1;
  return { tone: 'good', text: needed > 1 ? t('inbox.bulk.takes', { count: needed }) : t('inbox.bulk.others') };
}

/** '3 allowed, 1 refused, 1 already decided' */
export function summary(results, behavior) {
  const all = [...results.values()];
  const counts = [
    [all.filter((one) => !one.problem && !one.elsewhere && !one.waiting).length, (count) => (behavior === 'allow' ? t('inbox.bulk.count_allowed', { count }) : t('inbox.bulk.count_denied', { count }))],
    [all.filter((one) => one.waiting).length, (count) => t('inbox.bulk.count_waiting', { count })],
    [all.filter((one) => one.problem).length, (count) => t('inbox.bulk.count_refused', { count })],
    [all.filter((one) => one.elsewhere).length, (count) => t('inbox.bulk.count_elsewhere', { count })],
  ];
  return counts.filter(([count]) => count > 0).map(([count, words]) => words(count)).join(', ') || t('inbox.bulk.nothing');
}

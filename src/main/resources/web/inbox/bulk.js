// What becomes of several at once: who is meant, who is left out and why, and how it went, in words.

import { ending, requestOf } from '../state/prompt.js';

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
  if (prompt.settled) return `already ${ending(prompt.settled)}`;
  if (prompt.kind === 'question') return 'a question, which needs its own answer';
  const request = requestOf(prompt);
  if (behavior === 'allow' && request.person_only) return 'the agent requires a separate decision';
  const action = request.actions?.find((one) => one.action === behavior);
  if (action && !action.allowed) return action.reason;
  if (behavior !== 'allow') return null;
  if (request.risk?.level === 'high') return 'high risk, which needs its own decision';
  if (request.step_up || request.signature_required) return 'takes a passkey or a signature of its own';
  if (request.standing) return 'more than one person decides it, or a policy';
  if (request.held) return `${request.held.behavior === 'allow' ? 'allowed' : 'decided'} by ${request.held.by} already, and held for a moment`;
  return null;
}

/** Whether the row of a request shows all of its input: the line of one command for a shell, and nothing else. */
export function isWhole({ tool_name: tool, input, title, preconditions, requested_items: items }) {
  const values = Object.entries(input ?? {});
  return (tool === 'bash' || tool === 'Bash') && !preconditions?.length && !items?.length && values.length === 1 && values[0][0] === 'command' && title === `Run ${values[0][1]}`;
}

/** @param result {problem?, elsewhere?, waiting?, held?}, or nothing while it is on its way */
export function outcome(result, behavior, prompt) {
  if (!result) return { tone: '', text: '' };
  if (result.elsewhere) return { tone: 'warn', text: `already ${ending(result.elsewhere)}` };
  if (result.problem) return { tone: 'bad', text: `refused: ${result.problem.detail ?? result.problem}` };
  if (result.held) return { tone: 'good', text: 'allowed, and held for a moment' };
  if (!result.waiting) return { tone: 'good', text: behavior === 'deny' ? 'denied' : 'allowed' };
  const needed = prompt.request.approvals_required ?? 1;
  return { tone: 'good', text: needed > 1 ? `approved; it takes ${needed} people` : 'approved; others have to agree' };
}

/** '3 allowed, 1 refused, 1 already decided' */
export function summary(results, behavior) {
  const all = [...results.values()];
  const counts = [
    [all.filter((one) => !one.problem && !one.elsewhere && !one.waiting).length, behavior === 'allow' ? 'allowed' : 'denied'],
    [all.filter((one) => one.waiting).length, 'waiting for others'],
    [all.filter((one) => one.problem).length, 'refused'],
    [all.filter((one) => one.elsewhere).length, 'already decided'],
  ];
  return counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`).join(', ') || 'nothing was decided';
}

export function several(count, word) {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

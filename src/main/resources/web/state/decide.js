// Decisions on their way to the daemon. What is decided is what was shown: the digest goes along, and a request
// that has changed since is refused.

import { api, segment } from '../net/api.js';
import { inbox } from './inbox.js';

/**
 * @param prompts approvals of one run; all are decided, or none
 * @param decision {behavior: 'allow' | 'deny', reason?, justification?, updated_input?, grant?, option_id?}
 */
export async function decide(prompts, decision) {
  const resolutions = prompts.map((prompt) => ({
    request_id: prompt.id,
    expected_digest: prompt.request.digest,
    ...decision,
  }));
  return api.postOnce(`/v1/runs/${segment(prompts[0].runId)}/approvals`, { resolutions });
}

/**
 * Several approvals, run by run, as the daemon takes them: one that cannot be decided keeps back those of its
 * run, and no others.
 *
 * @return [{prompt, problem: null | Problem}] in the order of the prompts
 */
export async function decideAll(prompts, decision, progress = () => {}) {
  const runs = Map.groupBy(prompts, (prompt) => prompt.runId);
  const results = new Map();
  for (const group of runs.values()) {
    const problem = await decide(group, decision).then(() => null, (thrown) => thrown);
    group.forEach((prompt) => results.set(prompt.key, problem));
    progress(results.size, prompts.length);
  }
  return prompts.map((prompt) => ({ prompt, problem: results.get(prompt.key) }));
}

/** @param resolution {answers} or {declined: true, justification?} */
export async function answer(prompt, resolution) {
  return api.postOnce(`/v1/runs/${segment(prompt.runId)}/questions`, {
    resolution: { request_id: prompt.id, answers: [], ...resolution },
  });
}

export async function cancelQuestion(prompt, reason) {
  return api.postOnce(
    `/v1/runs/${segment(prompt.runId)}/questions/${segment(prompt.id)}/cancel`,
    reason ? { justification: reason } : {},
  );
}

/** How it is told, while others of its run still wait, that a prompt is settled. */
const NOT_PENDING = ['approval_request_not_pending', 'question_request_mismatch'];

/** Whether a refusal means that somebody else was first; then what has become of it is asked for. */
export async function wasElsewhere(prompt, problem) {
  if (problem.status !== 409 && problem.status !== 404 && !NOT_PENDING.includes(problem.code)) return false;
  const now = await inbox.refresh(prompt).catch(() => null);
  return Boolean(now?.settled);
}

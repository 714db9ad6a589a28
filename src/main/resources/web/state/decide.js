// Decisions on their way to the daemon. What is decided is what was shown: the digest goes along, and a request
// that has changed since is refused.

import { api, segment } from '../net/api.js';
import { inbox } from './inbox.js';

const RUNS_AT_ONCE = 3;

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
  const run = await api.postOnce(`/v1/runs/${segment(prompts[0].runId)}/approvals`, { resolutions });
  inbox.decided(prompts);
  return run;
}

/**
 * Several approvals, run by run, as the daemon takes them: one that cannot be decided keeps back those of its
 * run, and no others. One that somebody else has settled in the meantime keeps back none: the rest of its run is
 * decided without it.
 *
 * @param told(prompt, {problem?, elsewhere?}) each as it comes out; without either it was decided
 * @param signal stops before the next run
 */
export async function decideAll(prompts, decision, told = () => {}, signal) {
  const runs = [...Map.groupBy(prompts, (prompt) => prompt.runId).values()].reverse();
  const next = async () => {
    for (let group = runs.pop(); group && !signal?.aborted; group = runs.pop()) await decideRun(group, decision, told);
  };
  await Promise.all(Array.from({ length: RUNS_AT_ONCE }, next));
}

async function decideRun(group, decision, told) {
  try {
    await decide(group, decision);
    group.forEach((prompt) => told(prompt, {}));
  } catch (problem) {
    const elsewhere = await Promise.all(group.map((prompt) => wasElsewhere(prompt, problem)));
    const left = group.filter((_, i) => !elsewhere[i]);
    group.forEach((prompt, i) => elsewhere[i] && told(prompt, { elsewhere: inbox.at(prompt.key).settled }));
    if (left.length > 0 && left.length < group.length) await decideRun(left, decision, told);
    else left.forEach((prompt) => told(prompt, { problem }));
  }
}

/** @param resolution {answers} or {declined: true, justification?} */
export async function answer(prompt, resolution) {
  const run = await api.postOnce(`/v1/runs/${segment(prompt.runId)}/questions`, {
    resolution: { request_id: prompt.id, answers: [], ...resolution },
  });
  inbox.decided([prompt]);
  return run;
}

export async function cancelQuestion(prompt, reason) {
  const run = await api.postOnce(
    `/v1/runs/${segment(prompt.runId)}/questions/${segment(prompt.id)}/cancel`,
    reason ? { justification: reason } : {},
  );
  inbox.decided([prompt]);
  return run;
}

/** How it is told, while others of its run still wait, that a prompt is settled. */
const NOT_PENDING = ['approval_request_not_pending', 'question_request_mismatch'];

/** Whether a refusal means that somebody else was first; then what has become of it is asked for. */
export async function wasElsewhere(prompt, problem) {
  if (problem.status !== 409 && problem.status !== 404 && !NOT_PENDING.includes(problem.code)) return false;
  const now = await inbox.refresh(prompt).catch(() => null);
  return Boolean(now?.settled);
}

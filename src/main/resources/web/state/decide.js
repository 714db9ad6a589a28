// Decisions on their way to the daemon. What is decided is what was shown: the digest goes along, and a request
// that has changed since is refused.

import { api, Problem, segment } from '../net/api.js';
import { signatureOf } from '../net/passkeys.js';
import { inbox } from './inbox.js';
import { me } from './me.js';
import { isOffline } from './offline.js';
import { t } from '../i18n/i18n.js';

/** How many decisions one call carries: the daemon decides all of them, also when the tab is closed before it answers. */
const AT_ONCE = 500;

/**
 * @param prompts approvals of one run, each with what was shown of it as rendered; all are decided, or none
 * @param decision {behavior: 'allow' | 'deny', reason?, justification?, updated_input?, grant?, option_id?}
 */
export async function decide(prompts, decision) {
  reachable();
  const resolutions = [];
  // One after the other: each decision that takes a passkey asks for it.
  for (const prompt of prompts) resolutions.push(await proven(prompt, resolution(prompt, decision)));
  const run = await api.postOnce(`/v1/runs/${segment(prompts[0].runId)}/approvals`, { resolutions });
  inbox.decided(prompts);
  return run;
}

/** Nothing is sent into the dark. */
function reachable() {
  if (isOffline()) throw new Problem(0, { code: 'offline', title: t('state.decide.not_sent'), detail: t('state.decide.offline') });
}

async function proven(prompt, sent) {
  const { step_up: stepUp, signature_required: signed } = prompt.row?.request ?? prompt.request;
  const isYes = sent.behavior === 'allow';
  if (!signed && !(isYes && stepUp === 'passkey')) return sent;
  const { available, rp_id, reason } = me.caller.passkeys;
  if (!available) throw new Problem(409, { code: 'passkey_unavailable', detail: reason });
  return { ...sent, signature: await signatureOf(isYes ? 'approve' : 'deny', prompt.request, rp_id) };
}

function resolution(prompt, decision) {
  return {
    request_id: prompt.id,
    expected_digest: prompt.request.digest,
    expected_revision: prompt.request.revision,
    ...(prompt.rendered ? { rendered: prompt.rendered } : {}),
    ...decision,
  };
}

/**
 * Several approvals of any runs, each decided by itself: one that is refused keeps no other back.
 *
 * @param told(prompt, {problem?, elsewhere?, waiting?, held?}) each as it comes out; without a problem it was decided,
 *     is held for a moment, or waits for others to agree
 * @param signal stops before the next part
 */
export async function decideAll(prompts, decision, told = () => {}, signal) {
  reachable();
  for (let from = 0; from < prompts.length && !signal?.aborted; from += AT_ONCE) {
    await decidePart(prompts.slice(from, from + AT_ONCE), decision, told);
  }
}

async function decidePart(part, decision, told) {
  const resolutions = part.map((prompt) => resolution(prompt, decision));
  let results;
  try {
    ({ results } = await api.postOnce('/v1/approvals/resolutions', { resolutions }));
  } catch (problem) {
    part.forEach((prompt) => told(prompt, { problem }));
    return;
  }
  await Promise.all(part.map(async (prompt, i) => told(prompt, await became(prompt, results[i], decision))));
  if (!decision.hold_ms) inbox.decided(part.filter((_, i) => results[i].result !== 'refused'));
}

async function became(prompt, { result, problem }, { hold_ms: held }) {
  if (result === 'waiting' && held) return { held: true };
  if (result !== 'refused') return { waiting: result === 'waiting' };
  const refused = new Problem(problem.status, problem);
  return (await wasElsewhere(prompt, refused)) ? { elsewhere: inbox.at(prompt.key).settled } : { problem: refused };
}

/** @param resolution {answers} or {declined: true, justification?} */
export async function answer(prompt, resolution) {
  reachable();
  const run = await api.postOnce(`/v1/runs/${segment(prompt.runId)}/questions`, {
    resolution: {
      request_id: prompt.id,
      expected_digest: prompt.request.digest,
      expected_revision: prompt.request.revision,
      answers: [],
      ...resolution,
    },
  });
  inbox.decided([prompt]);
  return run;
}

export async function cancelQuestion(prompt, reason) {
  reachable();
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

// What was refused, as people read it: the daemon's words, but for those that tell programs where to call.

/** An endpoint, however it is written. */
const ENDPOINT = /\b(?:GET|POST|PUT|PATCH|DELETE)\s+(?:to\s+)?(?:[/…]|\/)|\/(?:v1|api|hooks|integration|conversations)\b|\/problems\b/;
const GONE = "doesn't exist or was removed.";
/** By code, where the daemon's words are for programs alone. */
const WORDS = {
  approval_not_found: `This approval ${GONE}`, question_not_found: `This question ${GONE}`, gate_not_found: `This request ${GONE}`,
  run_not_found: `This run ${GONE}`, session_not_found: `This session ${GONE}`, delivery_not_found: `This delivery ${GONE}`,
  permission_rule_not_found: `This rule ${GONE}`, group_not_found: `This group ${GONE}`, policy_not_found: `This policy ${GONE}`,
  token_not_found: `This token ${GONE}`, web_session_not_found: `This browser ${GONE}`, passkey_not_found: `This passkey ${GONE}`,
  approver_key_not_found: `This approver key ${GONE}`, enrollment_not_found: `This invitation ${GONE}`, notification_not_found: `This notification ${GONE}`,
  route_not_found: 'Holdpoint has no such function. Reload the page.',
  session_busy: 'The session has work in progress. Wait until it ends.',
  csrf_required: 'Your sign-in has changed. Reload the page.',
};

/** @param body of a problem, or anything else that was answered */
export function problemWords({ code, detail, error, title }, status) {
  const said = detail || error || '';
  if (said && !ENDPOINT.test(said)) return said;
  if (WORDS[code]) return WORDS[code];
  // What says more than where to call stays.
  const rest = said.split(/(?<=[.;:])\s+/).filter((sentence) => !ENDPOINT.test(sentence)).join(' ').replace(/[;:]$/, '.');
  if (rest) return rest;
  if (title && !ENDPOINT.test(title)) return `${title}.`;
  return `Holdpoint answered with an error (${status}).`;
}

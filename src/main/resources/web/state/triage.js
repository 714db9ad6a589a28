// What people do about a prompt without deciding it.

import { api, segment } from '../net/api.js';
import { inbox } from './inbox.js';
import { me } from './me.js';

/** @param body {action, …}; gives what the daemon answered, with the log */
export async function triage(prompt, body) {
  const view = await api.postOnce(`/v1/gates/${segment(prompt.id)}/triage`, body);
  inbox.triaged(prompt, view);
  return view;
}

/** Who takes care of it now: {by, until_ms, …}; undefined for nobody. */
export function claimOf({ triage: done, settled }, nowMs) {
  return !settled && done?.claim?.until_ms > nowMs ? done.claim : undefined;
}

/** The same, where it is not the signed-in person. */
export function othersClaim(prompt) {
  const claim = claimOf(inbox.at(prompt.key) ?? prompt, Date.now());
  return claim?.by === me.caller?.name ? undefined : claim;
}

/** Until when the signed-in person does not want to see it; undefined where they do. */
export function snoozedUntil({ triage: done, settled }, nowMs) {
  const mine = settled ? undefined : done?.snoozes.find(({ by }) => by === me.caller?.name);
  return mine?.until_ms > nowMs ? mine.until_ms : undefined;
}

/** Whether anybody has looked; who has voted has. */
export function isSeen({ triage: done, settled, row }) {
  return Boolean(settled || done?.seen.length || row?.request.standing?.votes.length);
}

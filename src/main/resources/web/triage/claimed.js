// A claim keeps nobody from deciding: but whoever decides what somebody else looks at is asked once more.

import { confirmed } from '../pages/confirm.js';
import { moment } from '../format/time.js';
import { plain } from '../format/text.js';
import { inbox } from '../state/inbox.js';
import { me } from '../state/me.js';
import { claimOf } from '../state/triage.js';

/** Whether it is to be decided: nobody else has claimed it, or that was thought of. */
export async function meansIt(prompt) {
  const claim = claimOf(inbox.at(prompt.key) ?? prompt, Date.now());
  if (!claim || claim.by === me.caller?.name) return true;
  const sure = await confirmed({
    title: 'Decide anyway?',
    text: `${plain(claim.by)} has claimed this request until ${moment(claim.until_ms, Date.now())} and may be looking at it now.`,
    action: 'Decide anyway',
    danger: false,
  });
  return sure !== null;
}

// A claim keeps nobody from deciding: but a person who decides what another has claimed is asked once more.

import { confirmed } from '../pages/confirm.js';
import { moment } from '../format/time.js';
import { plain } from '../format/text.js';
import { othersClaim } from '../state/triage.js';

/** Whether it is to be decided: nobody else has claimed it, or that was thought of. */
export async function meansIt(prompt) {
  const claim = othersClaim(prompt);
  if (!claim) return true;
  const sure = await confirmed({
    title: 'Decide anyway?',
    text: `${plain(claim.by)} has claimed this request until ${moment(claim.until_ms, Date.now())} and may be looking at it now.`,
    action: 'Decide anyway',
    danger: false,
  });
  return sure !== null;
}

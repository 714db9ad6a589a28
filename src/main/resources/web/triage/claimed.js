// A claim keeps nobody from deciding: but a person who decides what another has claimed is asked once more.

import { t } from '../i18n/i18n.js';
import { confirmed } from '../pages/confirm.js';
import { moment } from '../format/time.js';
import { plain } from '../format/text.js';
import { othersClaim } from '../state/triage.js';

/** Whether it is to be decided: nobody else has claimed it, or that was thought of. */
export async function meansIt(prompt) {
  const claim = othersClaim(prompt);
  if (!claim) return true;
  const sure = await confirmed({
    title: t('triage.claimed.anyway'),
    text: t('triage.claimed.text', { name: plain(claim.by), time: moment(claim.until_ms, Date.now()) }),
    action: t('triage.claimed.decide'),
    danger: false,
  });
  return sure !== null;
}

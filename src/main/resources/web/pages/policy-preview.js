// What a policy would have made of the newest requests.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { deciderWords } from '../format/words.js';
import { said } from '../parts/text.js';
import { words } from './words.js';

const VERDICTS = {
  not_eligible: [t('pages.policy_preview.not_eligible'), 'bad'],
  more_needed: [t('pages.policy_preview.more_needed'), 'warn'],
  now_enough: [t('pages.policy_preview.now_enough'), 'good'],
  same: [t('pages.policy_preview.same'), ''],
};
const SHOWN = 20;

export function previewTemplate({ matched, looked_at: examined, truncated, gates }) {
  const other = gates.filter(({ verdict }) => verdict !== 'same');
  return html`<h3>${t('pages.policy_preview.matches', { matched, count: examined })}</h3>
    <p class="faint">${other.length === 0 ? t('pages.policy_preview.none_otherwise') : t('pages.policy_preview.otherwise', { count: other.length })}${truncated ? ` ${t('pages.policy_preview.older')}` : ''}</p>
    <ul class="pg-plain" aria-label=${t('pages.policy_preview.list')}>${[...other, ...gates.filter(({ verdict }) => verdict === 'same')].slice(0, SHOWN).map(({ request_id: id, tool_name: tool, outcome, by, verdict }) => {
      const [text, tone] = VERDICTS[verdict] ?? [words(verdict), ''];
      return html`<li><span class="chip ${tone}">${text}</span> <a href="/ui/${tool ? 'approvals' : 'questions'}/${encodeURIComponent(id)}">${said(tool ?? t('pages.policy_preview.question'))}</a>
        <span class="faint">${words(outcome)}${by ? html` ${t('pages.common.by', { name: said(deciderWords(by)) })}` : ''}</span></li>`;
    })}</ul>
    ${gates.length > SHOWN ? html`<p class="faint">${t('pages.policy_preview.more', { count: gates.length - SHOWN })}</p>` : ''}`;
}

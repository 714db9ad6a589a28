// What a policy would have made of the newest requests.

import { html } from 'lit';
import { said } from '../parts/text.js';
import { words } from './words.js';

const VERDICTS = {
  not_eligible: ['who decided could not have', 'bad'],
  more_needed: ['more people would have had to agree', 'warn'],
  now_enough: ['those who agreed are enough', 'good'],
  same: ['the same', ''],
};
const SHOWN = 20;

export function previewTemplate({ matched, looked_at: examined, truncated, gates }) {
  const other = gates.filter(({ verdict }) => verdict !== 'same');
  return html`<h3>It matches ${matched} of the ${examined} newest requests</h3>
    <p class="faint">${other.length === 0 ? 'None of them would have been decided otherwise.' : `${other.length} of them would have been decided otherwise.`}${truncated ? ' There are older requests that were not tested.' : ''}</p>
    <ul class="pg-plain" aria-label="Requests that it matches">${[...other, ...gates.filter(({ verdict }) => verdict === 'same')].slice(0, SHOWN).map(({ request_id: id, tool_name: tool, outcome, by, verdict }) => {
      const [text, tone] = VERDICTS[verdict] ?? [words(verdict), ''];
      return html`<li><span class="chip ${tone}">${text}</span> <a href="/ui/${tool ? 'approvals' : 'questions'}/${encodeURIComponent(id)}">${said(tool ?? 'question')}</a>
        <span class="faint">${words(outcome)}${by ? html` by ${said(by)}` : ''}</span></li>`;
    })}</ul>
    ${gates.length > SHOWN ? html`<p class="faint">and ${gates.length - SHOWN} more</p>` : ''}`;
}

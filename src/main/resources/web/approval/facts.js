// What is known about an approval besides its input: who asks, why, what else is wanted, how to sign.

import { html, nothing } from 'lit';
import { longText } from '../parts/long-text.js';
import { whole } from '../parts/rendered.js';
import { said } from '../parts/text.js';
import '../parts/copy.js';
import '../parts/moment.js';
import '../parts/standing.js';
import './revisions.js';

const reasonText = (reason) => whole(reason, 'reason');

/** Tool, revision and, where it is not the why, the reason as it was sent. */
export function lineTemplate(request) {
  const { reason, revision, tool_name: tool, why } = request;
  return html`<p class="faint approval-line-of"><code data-rendered="tool">${said(tool)}</code> · revision <span data-rendered="revision">${revision}</span>${reason && !isOf(why, reason)
    ? html` · <span class="approval-said" dir="auto">${reasonText(reason)}</span>`
    : nothing}</p>`;
}

/** The asker's own words: the reason where it begins with them, so that nothing is said twice. */
export function whyTemplate({ reason, why }) {
  if (!why) return nothing;
  return html`<section class="approval-reason"><h3>Why</h3><p dir="auto">${isOf(why, reason) ? reasonText(reason) : said(why)}</p></section>`;
}

/** Whether the why is the reason, or its beginning. */
const isOf = (why, reason) => Boolean(why) && Boolean(reason?.startsWith(why.replace(/…$/, '')));

/** How much is at stake, as a shape and a word. */
export function riskMark({ risk }) {
  if (risk?.level !== 'high') return nothing;
  return html`<span class="risk-mark"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="M8 1.5 15 14H1z" fill="currentColor"/></svg> High risk</span>`;
}

/** Where to look twice: each reason once. */
export function riskTemplate({ risk }) {
  const messages = [...new Set((risk?.reasons ?? []).map(({ message }) => message))];
  if (messages.length === 0) return nothing;
  return html`<p class=${`approval-risks ${risk.level}`}><strong>${risk.level === 'high' ? 'High risk' : 'Look twice'}</strong>: ${messages.map(inSentence).join('; ')}.</p>`;
}

const inSentence = (message) => (/^[A-Z][a-z]/.test(message) ? message[0].toLowerCase() + message.slice(1) : message);

/** What it asks in the place of; what its deadline does, and what is at stake. */
export function revisionTemplate(request) {
  const { revises, on_expiry: onExpiry } = request;
  return html`${revises ? html`<hp-revisions .request=${request}></hp-revisions>` : nothing}
    ${onExpiry === 'deny' ? html`<p class="faint">Without a decision in time the agent gets a no and continues.</p>` : nothing}
    ${onExpiry === 'cancel' ? html`<p class="faint">Without a decision in time the run is cancelled.</p>` : nothing}`;
}

export function itemsTemplate({ requested_items: items }) {
  if (!items?.length) return nothing;
  return html`<section><h3>Requested</h3>
    <ul class="approval-items">
      ${items.map(
        ({ kind, description, alias }, i) => html`<li><span class="chip">${whole(kind, 'items', [i, 'kind'])}</span> ${whole(description, 'items', [i, 'description'])}${alias
          ? html` <span class="faint">as <code>${whole(alias, 'items', [i, 'alias'])}</code></span>`
          : nothing}</li>`,
      )}
    </ul>
    ${items.some((item) => item.kind === 'secret')
      ? html`<p class="faint">Secrets are never typed here. They are sent with a signed approval, and kept in the vault under their alias.</p>`
      : nothing}
  </section>`;
}

const EXPECTED = { file_sha256: 'SHA-256', file_absent: 'file', git_head: 'commit', http_etag: 'ETag', fingerprint: 'value' };
const STATES = { holds: 'unchanged', moved: 'changed since it was asked', unknown: 'not checked yet' };

/** What the decision depends on, and what had changed when the one before was to be carried out. */
export function worldTemplate({ preconditions, changes }) {
  if (!preconditions?.length && !changes?.length) return nothing;
  return html`<section class="approval-world">
    ${changes?.length ? html`<h3>Changed since the last approval</h3><ul class="approval-items">${changes.map(changeTemplate)}</ul>` : nothing}
    ${preconditions?.length
      ? html`<h3>Depends on</h3><ul class="approval-items">
          ${preconditions.map((one, i) => {
            const subject = ['path', 'url', 'name'].find((name) => one[name] !== undefined);
            return html`<li class="approval-${one.state}"><code>${whole(one[subject], 'preconditions', [i, subject])}</code>
              <span class="faint"><span data-rendered="preconditions" data-path=${JSON.stringify([i, 'type'])} data-is="value" data-value=${JSON.stringify(one.type)}>${EXPECTED[one.type] ?? one.type}</span>
              ${whole(one.expected, 'preconditions', [i, 'expected'])}</span>, <strong>${STATES[one.state] ?? one.state}</strong></li>`;
          })}
        </ul>`
      : nothing}
  </section>`;
}

function changeTemplate({ path, url, name, expected, found, diff }) {
  return html`<li><code>${said(path ?? url ?? name)}</code> <span class="faint">was ${said(expected)}, is ${said(found)}</span>
    ${diff ? html`<pre class="approval-world-diff" dir="ltr" tabindex="0" aria-label="Difference"><code>${longText(diff)}</code></pre>` : nothing}</li>`;
}

/** Who must agree, while it waits; afterwards how many did. */
export function standingTemplate(request) {
  return request.standing ? html`<hp-standing .standing=${request.standing}></hp-standing>` : countTemplate(request);
}

/** Where one approval is not enough. */
function countTemplate({ approvals_required: wanted, approvals = [] }) {
  if (!wanted) return nothing;
  return html`<section><h3>Approvals</h3>
    <p>${approvals.length} of ${wanted} so far${approvals.length === 0
      ? nothing
      : html`: ${approvals.map(({ resolved_by: by, at_ms: at }, i) => html`${i > 0 ? ', ' : nothing}${said(by)} <span class="faint">(<hp-age at-ms=${at} after=" ago"></hp-age>)</span>`)}`}</p>
  </section>`;
}

/** How carefully the agent wants it decided. */
export function cautionTemplate({ person_only: personOnly, default_behavior: suggested }) {
  if (!personOnly && suggested !== 'deny') return nothing;
  return html`<p class="approval-caution">${suggested === 'deny' ? 'The agent suggests denying this. ' : ''}${
    personOnly ? 'Only a person may allow it. Rules and bulk decisions do not apply.' : ''}</p>`;
}

/** How to sign, for those who have a key: what a browser is not given. */
export function signTemplate({ id, signature_required: required, requested_items: items }, canSign) {
  if (!required) return nothing;
  const secrets = (items ?? []).filter((item) => item.kind === 'secret' && item.alias).map(({ alias }) => ` --secret ${quoted(`${alias}=@FILE`)}`);
  const commands = [
    ['Allow', `holdpoint approve ${quoted(id)} --key KEYFILE${secrets.join('')}`],
    ['Deny', `holdpoint approve ${quoted(id)} --key KEYFILE --deny`],
  ];
  return html`<section class="approval-sign"><h3>Signature required</h3>
    <p>${canSign ? 'Use the passkey of an approver below, or sign it in a terminal.' : 'Sign it in a terminal.'} Replace KEYFILE with the path of your approver key. The command shows the request again before it signs.</p>
    ${commands.map(([what, line]) => html`<div class="approval-command"><span class="approval-verb">${what}</span><pre dir="ltr" aria-label=${`${what} with a signature`} role="group"><code>${said(line)}</code></pre><hp-copy .text=${line} of=${`the command to ${what.toLowerCase()}`}></hp-copy></div>`)}
  </section>`;
}

function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

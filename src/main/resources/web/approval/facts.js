// What is known about an approval besides its input: who asks, why, what else is wanted, how to sign.

import { html, nothing } from 'lit';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import '../parts/copy.js';
import '../parts/moment.js';
import '../parts/standing.js';
import { to } from '../router.js';
import './revisions.js';

export function whereTemplate(prompt) {
  const agent = prompt.row?.agent_id ?? prompt.agentId;
  return html`<p class="faint approval-where">
    Session <a href=${to.session(prompt.sessionId)}>${said(prompt.sessionId)}</a>, <a class="mono" href=${to.run(prompt.runId)}>${said(prompt.runId)}</a>${agent &&
    agent !== prompt.sessionId
      ? html`, agent ${said(agent)}`
      : nothing}, asked <hp-age at-ms=${prompt.createdAtMs} after=" ago"></hp-age>${prompt.expiresAtMs && !prompt.settled
      ? html`, <hp-deadline at-ms=${prompt.expiresAtMs}></hp-deadline>`
      : nothing}
  </p>`;
}

export function reasonTemplate({ reason }) {
  return reason ? html`<section class="approval-reason"><h3>Why</h3><p dir="auto">${longText(reason)}</p></section>` : nothing;
}

/** What it asks in the place of; what its deadline does, and what is at stake. */
export function revisionTemplate(request) {
  const { revises, risk, on_expiry: onExpiry } = request;
  return html`${risk === 'high' ? html`<p class="approval-caution">The agent says that much is at stake.</p>` : nothing}
    ${revises ? html`<hp-revisions .request=${request}></hp-revisions>` : nothing}
    ${onExpiry === 'deny' ? html`<p class="faint">Without a decision in time the agent gets a no and continues.</p>` : nothing}
    ${onExpiry === 'cancel' ? html`<p class="faint">Without a decision in time the run is cancelled.</p>` : nothing}`;
}

export function itemsTemplate({ requested_items: items }) {
  if (!items?.length) return nothing;
  return html`<section><h3>Requested</h3>
    <ul class="approval-items">
      ${items.map(
        ({ kind, description, alias }) => html`<li><span class="chip">${kind}</span> ${longText(description)}${alias
          ? html` <span class="faint">as <code>${said(alias)}</code></span>`
          : nothing}</li>`,
      )}
    </ul>
    ${items.some((item) => item.kind === 'secret')
      ? html`<p class="faint">Secrets are never typed here: they are stored in the vault beforehand, or sent with a signed approval.</p>`
      : nothing}
  </section>`;
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

/** How to sign, for those who have a key: what a browser is not given. */
/** How carefully the agent wants it decided. */
export function cautionTemplate({ person_only: personOnly, default_behavior: suggested }) {
  if (!personOnly && suggested !== 'deny') return nothing;
  return html`<p class="approval-caution">${suggested === 'deny' ? 'The agent suggests denying this. ' : ''}${
    personOnly ? 'Only a person may allow it. Rules and bulk decisions do not apply.' : ''}</p>`;
}

export function signTemplate({ id, signature_required: required, requested_items: items }) {
  if (!required) return nothing;
  const secrets = (items ?? []).filter((item) => item.kind === 'secret' && item.alias).map(({ alias }) => ` --secret ${quoted(`${alias}=@FILE`)}`);
  const commands = [
    ['Allow', `holdpoint approve ${quoted(id)} --key KEYFILE${secrets.join('')}`],
    ['Deny', `holdpoint approve ${quoted(id)} --key KEYFILE --deny`],
  ];
  return html`<section class="approval-sign"><h3>Signature required</h3>
    <p>Sign it in a terminal. Replace KEYFILE with the path of your approver key. The command shows the request again before it signs.</p>
    ${commands.map(([what, line]) => html`<div class="approval-command"><pre dir="ltr" aria-label=${`${what} with a signature`} role="group"><code>${said(line)}</code></pre><hp-copy .text=${line} label=${`Copy: ${what.toLowerCase()}`}></hp-copy></div>`)}
  </section>`;
}

function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

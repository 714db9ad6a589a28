// What is known about an approval besides its input: who asks, why, what else is wanted, how to sign.

import { html, nothing } from 'lit';
import { longText } from '../parts/long-text.js';
import { whole } from '../parts/rendered.js';
import { said } from '../parts/text.js';
import '../parts/copy.js';
import '../parts/moment.js';
import '../parts/standing.js';
import './revisions.js';
import { plain } from '../format/text.js';
import { deciderWords, riskWords } from '../format/words.js';
import { has, language, t } from '../i18n/i18n.js';

const reasonText = (reason) => whole(reason, 'reason');

/** Tool, revision and, where it is not the why, the reason as it was sent. */
export function lineTemplate(request) {
  const { reason, revision, tool_name: tool, why } = request;
  return html`<p class="faint approval-line-of"><code data-rendered="tool">${said(tool)}</code> · ${t('approval.facts.revision', { revision: html`<span data-rendered="revision">${revision}</span>` })}${reason && !isOf(why, reason)
    ? html` · <span class="approval-said" dir="auto">${reasonText(reason)}</span>`
    : nothing}</p>`;
}

/** The asker's own words: the reason where it begins with them, so that nothing is said twice. */
export function whyTemplate({ reason, why }) {
  if (!why) return nothing;
  return html`<section class="approval-reason"><h3>${t('approval.facts.why')}</h3><p dir="auto">${isOf(why, reason) ? reasonText(reason) : said(why)}</p></section>`;
}

/** Whether the why is the reason, or its beginning. */
const isOf = (why, reason) => Boolean(why) && plain(reason ?? '').startsWith(why.replace(/…$/, ''));

/** How much is at stake, as a shape and a word. */
export function riskMark({ risk }) {
  if (risk?.level !== 'high') return nothing;
  return html`<span class="risk-mark"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="M8 1.5 15 14H1z" fill="currentColor"/></svg> ${t('inbox.row.high_risk')}</span>`;
}

/** Where to look twice: each reason once. */
export function riskTemplate({ risk }) {
  const messages = [...new Set((risk?.reasons ?? []).map(inSentence).filter(Boolean))];
  if (messages.length === 0) return nothing;
  return html`<p class=${`approval-risks ${risk.level}`}><strong>${risk.level === 'high' ? t('inbox.row.high_risk') : t('approval.facts.look_twice')}</strong>: ${messages.join('; ')}.</p>`;
}

/** They begin with a noun in German, which keeps its capital. */
const NOUNS = new Set(['declared', 'policy']);

function inSentence(reason) {
  const words = riskWords(reason);
  const keeps = language === 'en' ? !/^[A-Z][a-z ]/.test(words) : NOUNS.has(reason.code) || !has(`format.risk.${reason.code}`);
  return keeps ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

/** What it asks in the place of; what its deadline does, and what is at stake. */
export function revisionTemplate(request) {
  const { revises, on_expiry: onExpiry } = request;
  return html`${revises ? html`<hp-revisions .request=${request}></hp-revisions>` : nothing}
    ${onExpiry === 'deny' ? html`<p class="faint">${t('approval.facts.on_deny')}</p>` : nothing}
    ${onExpiry === 'cancel' ? html`<p class="faint">${t('approval.facts.on_cancel')}</p>` : nothing}`;
}

export function itemsTemplate({ requested_items: items }) {
  if (!items?.length) return nothing;
  return html`<section><h3>${t('approval.facts.requested')}</h3>
    <ul class="approval-items">
      ${items.map(
        ({ kind, description, alias }, i) => html`<li><span class="chip">${whole(kind, 'items', [i, 'kind'])}</span> ${whole(description, 'items', [i, 'description'])}${alias
          ? html` <span class="faint">${t('approval.facts.alias', { alias: html`<code>${whole(alias, 'items', [i, 'alias'])}</code>` })}</span>`
          : nothing}</li>`,
      )}
    </ul>
    ${items.some((item) => item.kind === 'secret')
      ? html`<p class="faint">${t('approval.facts.secrets')}</p>`
      : nothing}
  </section>`;
}

const EXPECTED = { file_sha256: 'SHA-256', file_absent: t('approval.facts.file'), git_head: t('approval.facts.commit'), http_etag: 'ETag', fingerprint: t('approval.facts.value') };
const STATES = { holds: t('approval.facts.holds'), moved: t('approval.facts.moved'), unknown: t('approval.facts.unchecked') };

/** What the decision depends on, and what had changed when the one before was to be carried out. */
export function worldTemplate({ preconditions, changes }) {
  if (!preconditions?.length && !changes?.length) return nothing;
  return html`<section class="approval-world">
    ${changes?.length ? html`<h3>${t('approval.facts.changed')}</h3><ul class="approval-items">${changes.map(changeTemplate)}</ul>` : nothing}
    ${preconditions?.length
      ? html`<h3>${t('approval.facts.depends')}</h3><ul class="approval-items">
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
  return html`<li><code>${said(path ?? url ?? name)}</code> <span class="faint">${t('approval.facts.was_is', { was: said(expected), is: said(found) })}</span>
    ${diff ? html`<pre class="approval-world-diff" dir="ltr" tabindex="0" aria-label=${t('approval.facts.difference')}><code>${longText(diff)}</code></pre>` : nothing}</li>`;
}

/** Who must agree, while it waits; afterwards how many did. */
export function standingTemplate(request) {
  return request.standing ? html`<hp-standing .standing=${request.standing}></hp-standing>` : countTemplate(request);
}

/** Where one approval is not enough. */
function countTemplate({ approvals_required: wanted, approvals = [] }) {
  if (!wanted) return nothing;
  return html`<section><h3>${t('inbox.chips.approval')}</h3>
    <p>${t('approval.facts.so_far', { count: approvals.length, wanted })}${approvals.length === 0
      ? nothing
      : html`: ${approvals.map(({ resolved_by: by, at_ms: at }, i) => html`${i > 0 ? ', ' : nothing}${said(deciderWords(by))} <span class="faint">(<hp-age at-ms=${at} ago></hp-age>)</span>`)}`}</p>
  </section>`;
}

/** How carefully the agent wants it decided. */
export function cautionTemplate({ person_only: personOnly, default_behavior: suggested }) {
  if (!personOnly && suggested !== 'deny') return nothing;
  return html`<p class="approval-caution">${suggested === 'deny' ? `${t('approval.facts.suggests_no')} ` : ''}${
    personOnly ? t('approval.facts.person_only') : ''}</p>`;
}

/** How to sign, for those who have a key: what a browser is not given. */
export function signTemplate({ id, signature_required: required, requested_items: items }, canSign) {
  if (!required) return nothing;
  const secrets = (items ?? []).filter((item) => item.kind === 'secret' && item.alias).map(({ alias }) => ` --secret ${quoted(`${alias}=@FILE`)}`);
  const commands = [
    [t('approval.facts.allow'), t('approval.facts.copy_allow'), `holdpoint approve ${quoted(id)} --key KEYFILE${secrets.join('')}`],
    [t('approval.facts.deny'), t('approval.facts.copy_deny'), `holdpoint approve ${quoted(id)} --key KEYFILE --deny`],
  ];
  return html`<section class="approval-sign"><h3>${t('approval.facts.signature')}</h3>
    <p>${canSign ? t('approval.facts.sign_or_passkey') : t('approval.facts.sign')}</p>
    ${commands.map(([what, copied, line]) => html`<div class="approval-command"><span class="approval-verb">${what}</span><pre dir="ltr" aria-label=${t('approval.facts.with_signature', { what })} role="group"><code>${said(line)}</code></pre><hp-copy .text=${line} of=${copied}></hp-copy></div>`)}
  </section>`;
}

function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

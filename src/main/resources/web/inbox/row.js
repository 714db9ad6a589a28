// One row of the list: what is asked, by whom, how long it has waited and how long it still will.

import { html } from 'lit';
import { said } from '../parts/text.js';
import { plain } from '../format/text.js';
import { summary } from '../format/standing.js';
import { date, span } from '../format/time.js';
import { me } from '../state/me.js';
import { ending, requestOf, titleOf } from '../state/prompt.js';
import { claimOf, isSeen } from '../state/triage.js';

const NEAR_MS = 60_000;
const GOOD = new Set(['allow', 'answered']);
const BAD = new Set(['deny', 'declined', 'cancelled']);

/** @param is {index, count, active, chosen, selected, top} */
export function row(prompt, is, nowMs) {
  const { agent_name: name, why, summary: summed } = requestOf(prompt);
  const more = why || summed;
  const classes = ['inbox-row', is.active && 'is-active', is.chosen && 'is-chosen', is.selected && 'is-selected', prompt.settled && 'is-settled'];
  return html`<div role="option" id=${rowId(prompt.key)} data-key=${prompt.key} class=${classes.filter(Boolean).join(' ')}
    aria-selected=${is.selected ? 'true' : 'false'} aria-current=${is.chosen ? 'true' : 'false'}
    aria-setsize=${is.count} aria-posinset=${is.index + 1} .style=${`transform: translateY(${is.top}px)`}>
    <span class="inbox-tick" data-tick aria-hidden="true"></span>
    <span class="inbox-kind asks-${prompt.kind}" aria-hidden="true">${prompt.kind === 'approval' ? '▸' : '?'}</span>
    <span class="inbox-asked asks-${prompt.kind}">${dot(prompt)}<span class="only-read">${prompt.kind === 'approval' ? 'Approval: ' : 'Question: '}</span>${high(prompt)}${said(titleOf(prompt))}</span>
    <span class="inbox-age" title=${date(prompt.createdAtMs)}>${claimed(prompt, nowMs)}${span(nowMs - prompt.createdAtMs)}<span class="only-read"> old</span></span>
    <span class="inbox-second"><span class="inbox-from" title=${`Session ${plain(prompt.sessionId)}${name ? `, agent ${plain(name)}` : ''}${more ? `: ${plain(more)}` : ''}`}>
      <span class="inbox-session"><span class="only-read">session </span>${said(prompt.sessionId)}</span>
      ${name ? html`<span class="inbox-agent"><span class="only-read">agent </span>${said(name)}</span>` : ''}
      ${more ? html`<span class="inbox-why-line">${said(more)}</span>` : ''}
    </span>
    <span class="inbox-end">${waits(prompt, nowMs)}${end(prompt, nowMs)}</span></span>
  </div>`;
}

export function rowId(key) {
  return 'row-' + key.replace(':', '-');
}

/** A shape and a word, not a colour alone. */
function high(prompt) {
  if (prompt.settled || requestOf(prompt).risk?.level !== 'high') return '';
  return html`<span class="chip bad inbox-high"><span aria-hidden="true">▲ </span>High<span class="only-read"> risk.</span></span> `;
}

/** While nobody has looked; agents are not told who has. */
function dot(prompt) {
  if (me.caller?.role === 'agent' || isSeen(prompt)) return '';
  return html`<span class="inbox-dot" title="Nobody has looked yet"></span><span class="only-read">Not looked at. </span>`;
}

function claimed(prompt, nowMs) {
  const claim = claimOf(prompt, nowMs);
  if (!claim) return '';
  return html`<span class="chip accent" title=${`Claimed by ${plain(claim.by)} until ${date(claim.until_ms)}`}><span class="inbox-holds">claimed by </span>${claim.by === me.caller?.name ? 'you' : said(claim.by)}</span> `;
}

/** Who must agree, where one click of anyone does not decide it. */
function waits(prompt, nowMs) {
  const standing = prompt.settled ? undefined : (prompt.row?.request ?? prompt.request)?.standing;
  if (!standing) return '';
  const words = plain(summary(standing, nowMs));
  return html`<span class="chip inbox-waits" title=${words}><span class="only-read">${words}</span><span aria-hidden="true">${several(standing)}</span></span> `;
}

/** The shortest way to say it: '2 more of finance'. */
function several({ state, missing }) {
  if (state !== 'undecided' || !missing.length) return state;
  const [{ count, of }] = missing[0];
  return `${count} more of ${plain(of)}`;
}

function end(prompt, nowMs) {
  if (prompt.settled) {
    const tone = GOOD.has(prompt.settled.behavior) ? 'good' : BAD.has(prompt.settled.behavior) ? 'bad' : '';
    return html`<span class="chip ${tone}">${said(ending(prompt.settled))}</span>`;
  }
  if (prompt.expiresAtMs === undefined) return '';
  const left = prompt.expiresAtMs - nowMs;
  return html`<span class=${left < NEAR_MS ? 'deadline near' : 'deadline'} title=${'Expires ' + date(prompt.expiresAtMs)}
    >${left <= 0 ? 'expiring' : `${span(left)} left`}</span>`;
}

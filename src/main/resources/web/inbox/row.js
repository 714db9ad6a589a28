// One row of the list, two lines: what is asked and for how long, by whom and why, and what is known of its end.

import { html, nothing } from 'lit';
import { icon } from '../parts/icons.js';
import { found, said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { toneOf } from '../parts/outcome.js';
import { summary, summaryOf } from '../format/standing.js';
import { plain } from '../format/text.js';
import { date, span, spoken } from '../format/time.js';
import { summaryWords, titleWords } from '../format/words.js';
import { heldOf } from '../state/holds.js';
import { me } from '../state/me.js';
import { ending, heldEnding, shownOf } from '../state/prompt.js';
import { claimOf, isSeen } from '../state/triage.js';
import { SOON_MS } from '../state/wish.js';
import { t } from '../i18n/i18n.js';


/** @param is {index, count, active, chosen, selected, top, words}; words are those that were searched */
export function row(prompt, is, nowMs) {
  const asked = shownOf(prompt);
  const classes = ['inbox-row', is.active && 'is-active', is.chosen && 'is-chosen', is.selected && 'is-selected', prompt.settled && 'is-settled'];
  return html`<div role="option" id=${rowId(prompt.key)} data-key=${prompt.key} class=${classes.filter(Boolean).join(' ')}
    aria-label=${nameOf(prompt, asked, nowMs)} aria-selected=${is.selected ? 'true' : 'false'} aria-current=${is.chosen ? 'true' : 'false'}
    aria-setsize=${is.count} aria-posinset=${is.index + 1} .style=${`transform: translateY(${is.top}px)`}>
    <span class="inbox-kind" data-tick>${icon(prompt.kind === 'question' ? 'question' : asked.kind)}<span class="inbox-tick"></span></span>
    <span class="inbox-line"><span class="inbox-asked asks-${prompt.kind}">${dot(prompt)}${isHigh(prompt, asked) ? html`<span class="chip bad inbox-high">▲ ${t('inbox.row.high')}</span> ` : nothing}<span class="inbox-title">${found(titleWords(asked), is.words)}</span></span>
      <time class="inbox-age" data-title="asked">${span(nowMs - prompt.createdAtMs)}</time></span>
    <span class="inbox-line"><span class="inbox-from" title=${plain(asked.why || summaryWords(asked) || '')}>${from(prompt, asked, is.words)}</span>
      <span class="inbox-end">${claimed(prompt, nowMs)}${waits(prompt, asked, nowMs)}${end(prompt, nowMs)}</span></span>
  </div>`;
}

/** Dates in full, for the pointer that rests on them: a browser takes long to make its first. */
const TITLES = {
  asked: ({ createdAtMs }) => date(createdAtMs),
  ends: ({ expiresAtMs }) => t('parts.moment.expires', { date: date(expiresAtMs) }),
  claimed(prompt) {
    const claim = claimOf(prompt, 0);
    return claim ? t('inbox.row.claimed_until', { who: plain(claim.by), date: date(claim.until_ms) }) : '';
  },
};

/** The title of a part of a row, where it has one that is made only now. */
export const titleOf = (prompt, part) => TITLES[part.dataset.title](prompt);

export function rowId(key) {
  return 'row-' + key.replace(':', '-');
}

const sessionOf = ({ line, sessionId }, other) => sessionName(sessionId, line?.session_title, other);

const isHigh = (prompt, { risk }) => !prompt.settled && risk?.level === 'high';

function from(prompt, asked, words) {
  const { agent_name: agent, why } = asked;
  const summary = summaryWords(asked);
  const parts = [html`<span class="inbox-session">${found(sessionOf(prompt), words)}</span>`];
  if (agent) parts.push(html`<span class="inbox-agent">${found(agent, words)}</span>`);
  if (why || summary) parts.push(html`<span class="inbox-why-line">${found(why || summary, words)}</span>`);
  return parts;
}

/** All of it for those who listen, in the order in which it matters. */
function nameOf(prompt, asked, nowMs) {
  const claim = claimOf(prompt, nowMs);
  const left = (prompt.expiresAtMs ?? 0) - nowMs;
  const held = heldOf(prompt);
  return plain(
    [
      isHigh(prompt, asked) && t('inbox.row.high_risk'),
      titleWords(asked),
      t('inbox.row.session', { session: sessionOf(prompt, '') }).trim(),
      asked.agent_name && t('inbox.row.agent', { agent: asked.agent_name }),
      prompt.settled ? sentence(ending(prompt.settled)) : t('inbox.row.waiting', { span: spoken(nowMs - prompt.createdAtMs) }),
      !prompt.settled && prompt.expiresAtMs !== undefined && (left > 0 ? t('inbox.row.expires_in', { span: spoken(left) }) : t('inbox.row.expiring')),
      !prompt.settled && asked.standing && standingOf(prompt, asked.standing, nowMs),
      claim && (claim.by === me.caller?.name ? t('inbox.row.claimed_by_you') : t('inbox.row.claimed_by', { who: claim.by })),
      held && t('inbox.row.held', { ending: sentence(heldEnding(held)) }),
      isNew(prompt) && t('inbox.row.unseen'),
    ].filter(Boolean).map((part) => part.replace(/[.:]$/, '')).join('. ') + '.',
  );
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** While nobody has looked; agents are not told who has. */
const isNew = (prompt) => me.caller?.role !== 'agent' && !isSeen(prompt);

const dot = (prompt) => (isNew(prompt) ? html`<span class="inbox-dot" title=${t('inbox.row.nobody_looked')}></span>` : nothing);

const byWords = html`<span class="inbox-holds">${t('inbox.row.chip_by')} </span>`;

function claimed(prompt, nowMs) {
  const claim = claimOf(prompt, nowMs);
  if (!claim) return nothing;
  return html`<span class="chip accent" data-title="claimed">${claim.by === me.caller?.name ? t('inbox.row.chip_you', { by: byWords }) : t('inbox.row.chip_claimed', { by: byWords, who: said(claim.by) })}</span> `;
}

const STATES = { allowed: t('state.prompt.allow'), denied: t('state.prompt.deny') };
const standingOf = ({ lineMs }, standing, nowMs) => STATES[standing.state] ?? (standing.missing ? summary(standing, nowMs) : summaryOf(standing.summary ?? '', lineMs, nowMs));

/** Who must agree, where one click of anyone does not decide it. */
function waits(prompt, { standing }, nowMs) {
  const words = prompt.settled || !standing ? '' : plain(standingOf(prompt, standing, nowMs));
  return words ? html`<span class="chip inbox-waits" title=${words}>${words}</span> ` : nothing;
}

function end(prompt, nowMs) {
  if (prompt.settled) {
    return html`<span class="chip ${toneOf(prompt.settled.outcome)}">${said(ending(prompt.settled))}</span>`;
  }
  const held = heldOf(prompt);
  if (held && me.decides) return html`<span class="inbox-undo" data-undo title=${t('inbox.row.undoes', { ending: plain(heldEnding(held)) })}>${t('inbox.row.undo')}</span>`;
  if (prompt.expiresAtMs === undefined) return nothing;
  const left = prompt.expiresAtMs - nowMs;
  return html`<span class=${left < SOON_MS ? 'deadline near' : 'deadline'} data-title="ends">${left <= 0 ? t('parts.moment.expiring') : t('parts.moment.left', { span: span(left) })}</span>`;
}

// What narrows the list down, in words: each can be taken away by itself.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { plain } from '../format/text.js';
import { shownOf } from '../state/prompt.js';
import { NO_FILTER, isFiltering } from '../state/wish.js';
import { t } from '../i18n/i18n.js';

export const KINDS = [
  ['approval', t('inbox.chips.approval')], ['question', t('inbox.chips.question')], ['command', t('inbox.chips.command')], ['file_write', t('inbox.chips.file_write')], ['file_edit', t('inbox.chips.file_edit')],
  ['http', t('inbox.chips.http')], ['mcp', t('inbox.chips.mcp')], ['items', t('inbox.chips.items')], ['other', t('inbox.chips.other')],
];
export const RISKS = [['high', t('inbox.row.high_risk')], ['normal', t('inbox.chips.normal')]];
export const CLAIMS = [['none', t('inbox.chips.unclaimed')], ['me', t('inbox.chips.claimed_by_you')]];
export const TICKS = [['soon', t('inbox.chips.soon')], ['unseen', t('inbox.chips.unseen')], ['snoozed', t('inbox.chips.snoozed')]];

export const SORTS = [['oldest', t('inbox.chips.oldest')], ['newest', t('inbox.chips.newest')], ['deadline', t('inbox.chips.deadline')], ['risk', t('inbox.chips.risk')]];

const word = (all, value) => all.find(([one]) => one === value)?.[1] ?? value;

/** A session and an agent by their names in a row of theirs; without one by what they are. */
export const sessionOf = (id, prompts) => sessionName(id, prompts.find(({ sessionId }) => sessionId === id)?.line?.session_title);
export const agentOf = (id, prompts) => prompts.filter(({ agentId }) => agentId === id).map((prompt) => shownOf(prompt).agent_name).find(Boolean) ?? t('parts.common.agent');

/** What a thing is, and its name where that says more. */
const named = (what, name) => (name === what ? what : `${what} ${name}`);

/** How many things are not as they are without a filter, but for the search. */
export const chosenOf = (wish) => chipsOf({ ...wish, q: '' }, []).length;

/** [[name, words]] of all that is not as it is without a filter. */
function chipsOf(wish, prompts) {
  const words = {
    q: (text) => t('inbox.chips.quoted', { text }),
    kind: (value) => word(KINDS, value),
    risk: (value) => word(RISKS, value),
    claimed: (value) => word(CLAIMS, value),
    session: (value) => named(t('parts.common.session'), sessionOf(value, prompts)),
    agent: (value) => named(t('parts.common.agent'), agentOf(value, prompts)),
    tool: (value) => t('inbox.chips.tool', { tool: value }),
    tenant: (value) => t('inbox.chips.tenant', { tenant: value }),
    group: (value) => t('inbox.chips.group', { group: value }),
  };
  const sort = wish.sort === 'oldest' ? [] : [['sort', word(SORTS, wish.sort)]];
  return Object.keys(NO_FILTER)
    .filter((name) => wish[name] !== NO_FILTER[name])
    .map((name) => [name, words[name]?.(wish[name]) ?? word(TICKS, name)])
    .concat(sort);
}

/**
 * @param prompts whose sessions and agents have names
 * @param choose(change) of the wish
 * @param clear() takes all away
 */
export function chipsTemplate(wish, prompts, choose, clear) {
  const chips = chipsOf(wish, prompts);
  if (chips.length === 0) return '';
  return html`<div class="inbox-chips" role="group" aria-label=${t('inbox.chips.active')}>
    ${repeat(chips, ([name]) => name, ([name, words]) => html`<button type="button" class="inbox-chip" aria-label=${t('inbox.chips.remove', { filter: plain(words) })}
      @click=${() => choose({ [name]: NO_FILTER[name] ?? 'oldest' })}>${said(words)}<span aria-hidden="true"> ✕</span></button>`)}
    ${isFiltering(wish) ? html`<button type="button" class="plain" @click=${clear}>${t('inbox.chips.clear')}</button>` : ''}
  </div>`;
}

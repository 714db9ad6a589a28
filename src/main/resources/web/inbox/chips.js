// What narrows the list down, in words: each can be taken away by itself.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { said } from '../parts/text.js';
import { plain } from '../format/text.js';
import { NO_FILTER, isFiltering } from '../state/wish.js';

export const KINDS = [
  ['approval', 'Approvals'], ['question', 'Questions'], ['command', 'Commands'], ['file_write', 'New files'], ['file_edit', 'File edits'],
  ['http', 'HTTP requests'], ['mcp', 'MCP tools'], ['items', 'Requested items'], ['other', 'Other tools'],
];
export const RISKS = [['high', 'High risk'], ['normal', 'Normal risk and above']];
export const CLAIMS = [['none', 'Unclaimed'], ['me', 'Claimed by you']];
export const TICKS = [['soon', 'Deadline within 10 min'], ['unseen', 'Nobody has looked'], ['snoozed', 'Snoozed by you']];

export const SORTS = [['oldest', 'Oldest first'], ['newest', 'Newest first'], ['deadline', 'Soonest deadline first'], ['risk', 'Highest risk first']];

const word = (all, value) => all.find(([one]) => one === value)?.[1] ?? value;

/** [[name, words]] of all that is not as it is without a filter. */
export function chipsOf(wish) {
  const words = {
    q: (text) => `“${text}”`,
    kind: (value) => word(KINDS, value),
    risk: (value) => word(RISKS, value),
    claimed: (value) => word(CLAIMS, value),
    session: (value) => `Session ${value}`,
    agent: (value) => `Agent ${value}`,
    tenant: (value) => `Tenant ${value}`,
    group: (value) => `Waits for ${value}`,
  };
  const sort = wish.sort === 'oldest' ? [] : [['sort', word(SORTS, wish.sort)]];
  return Object.keys(NO_FILTER)
    .filter((name) => wish[name] !== NO_FILTER[name])
    .map((name) => [name, words[name]?.(wish[name]) ?? word(TICKS, name)])
    .concat(sort);
}

/**
 * @param choose(change) of the wish
 * @param clear() takes all away
 */
export function chipsTemplate(wish, choose, clear) {
  const chips = chipsOf(wish);
  if (chips.length === 0) return '';
  return html`<div class="inbox-chips" role="group" aria-label="Active filters">
    ${repeat(chips, ([name]) => name, ([name, words]) => html`<button type="button" class="inbox-chip" aria-label="Remove filter: ${plain(words)}"
      @click=${() => choose({ [name]: NO_FILTER[name] ?? 'oldest' })}>${said(words)}<span aria-hidden="true"> ✕</span></button>`)}
    ${isFiltering(wish) ? html`<button type="button" class="plain" @click=${clear}>Clear filters</button>` : ''}
  </div>`;
}

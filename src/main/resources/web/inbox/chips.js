// What narrows the list down, in words: each can be taken away by itself.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { plain } from '../format/text.js';
import { shownOf } from '../state/prompt.js';
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

/** A session and an agent by their names in a row of theirs; without one by what they are. */
export const sessionOf = (id, prompts) => sessionName(id, prompts.find(({ sessionId }) => sessionId === id)?.line?.session_title);
export const agentOf = (id, prompts) => prompts.filter(({ agentId }) => agentId === id).map((prompt) => shownOf(prompt).agent_name).find(Boolean) ?? 'Agent';

/** What a thing is, and its name where that says more. */
const named = (what, name) => (name === what ? what : `${what} ${name}`);

/** How many things are not as they are without a filter, but for the search. */
export const chosenOf = (wish) => chipsOf({ ...wish, q: '' }, []).length;

/** [[name, words]] of all that is not as it is without a filter. */
function chipsOf(wish, prompts) {
  const words = {
    q: (text) => `“${text}”`,
    kind: (value) => word(KINDS, value),
    risk: (value) => word(RISKS, value),
    claimed: (value) => word(CLAIMS, value),
    session: (value) => named('Session', sessionOf(value, prompts)),
    agent: (value) => named('Agent', agentOf(value, prompts)),
    tool: (value) => `Tool ${value}`,
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
 * @param prompts whose sessions and agents have names
 * @param choose(change) of the wish
 * @param clear() takes all away
 */
export function chipsTemplate(wish, prompts, choose, clear) {
  const chips = chipsOf(wish, prompts);
  if (chips.length === 0) return '';
  return html`<div class="inbox-chips" role="group" aria-label="Active filters">
    ${repeat(chips, ([name]) => name, ([name, words]) => html`<button type="button" class="inbox-chip" aria-label="Remove filter: ${plain(words)}"
      @click=${() => choose({ [name]: NO_FILTER[name] ?? 'oldest' })}>${said(words)}<span aria-hidden="true"> ✕</span></button>`)}
    ${isFiltering(wish) ? html`<button type="button" class="plain" @click=${clear}>Clear filters</button>` : ''}
  </div>`;
}

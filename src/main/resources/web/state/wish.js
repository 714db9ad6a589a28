// Which part of the inbox is wanted, and in which order: the address says it, so that a reload and a shared link show
// the same.

export const SOON_MS = 10 * 60_000;
export const SORTS = ['oldest', 'newest', 'deadline', 'risk'];

/** The tab and the order are no filters: they stay when filters are cleared. */
export const NO_FILTER = Object.freeze({
  q: '', kind: '', risk: '', session: '', agent: '', tool: '', tenant: '', group: '', soon: false, claimed: '', unseen: false, snoozed: false,
});
const TICKS = new Set(['soon', 'unseen', 'snoozed']);
const WORDS = { risk: ['normal', 'high'], claimed: ['me', 'none'] };
const TYPES = new Set(['approval', 'question']);
const LONGEST = 200;

/**
 * @param search the query of an address; what is not understood is left out
 * @param usual the tab that one begins with
 */
export function wishOf(search, usual) {
  const said = new URLSearchParams(search);
  const wish = { ...NO_FILTER, tab: said.get('tab') === 'me' || said.get('tab') === 'all' ? said.get('tab') : usual, sort: 'oldest' };
  if (SORTS.includes(said.get('sort'))) wish.sort = said.get('sort');
  for (const name of Object.keys(NO_FILTER)) {
    const value = said.get(name);
    if (!value) continue;
    if (TICKS.has(name)) wish[name] = value === '1';
    else if (!WORDS[name] || WORDS[name].includes(value)) wish[name] = value.slice(0, LONGEST);
  }
  return wish;
}

/** The same as the query of an address, with its question mark where there is any. */
export function toSearch(wish, usual) {
  const said = new URLSearchParams();
  if (wish.tab !== usual) said.set('tab', wish.tab);
  if (wish.sort !== 'oldest') said.set('sort', wish.sort);
  for (const name of Object.keys(NO_FILTER)) if (wish[name]) said.set(name, TICKS.has(name) ? '1' : wish[name]);
  return said.size === 0 ? '' : '?' + said;
}

export const isFiltering = (wish) => Object.keys(NO_FILTER).some((name) => wish[name] !== NO_FILTER[name]);

/** What the daemon is asked for. */
export function queryOf(wish) {
  const mine = wish.tab === 'me';
  return {
    ...(wish.sort === 'oldest' ? {} : { sort: wish.sort }),
    ...(wish.group ? { for: `group:${wish.group}` } : mine ? { for: 'me' } : {}),
    ...(wish.snoozed ? { snoozed: 'only' } : mine ? { snoozed: 'hide' } : {}),
    ...(wish.kind ? { [TYPES.has(wish.kind) ? 'type' : 'kind']: wish.kind } : {}),
    ...(wish.risk ? { risk: wish.risk } : {}),
    ...(wish.session ? { session_id: wish.session } : {}),
    ...(wish.agent ? { agent_id: wish.agent } : {}),
    ...(wish.tool ? { tool: wish.tool } : {}),
    ...(wish.tenant ? { tenant_id: wish.tenant } : {}),
    ...(wish.claimed ? { claimed: wish.claimed } : {}),
    ...(wish.unseen ? { unseen: true } : {}),
    ...(wish.soon ? { expires_within_ms: SOON_MS } : {}),
    ...(wish.q.trim() ? { q: wish.q.trim() } : {}),
  };
}

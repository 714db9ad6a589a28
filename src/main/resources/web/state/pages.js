// The list as the daemon gives it, page by page.

import { api, search } from '../net/api.js';
import { SOON_MS } from './wish.js';

export const PAGE = 50;
export const MOST = 500;

export const nextOf = ({ pagination }) => (pagination.has_more ? pagination.next_cursor : null);

export const isSoon = (prompt, nowMs) => !prompt?.settled && prompt?.expiresAtMs !== undefined && prompt.expiresAtMs - nowMs < SOON_MS;

export async function readPage(query, signal) {
  const page = await api.get('/v1/inbox' + search(query), { signal });
  signal?.throwIfAborted();
  return page;
}

/**
 * The rows up to a count, and those that are about to expire, wherever they are.
 *
 * @param first the first page, where it was read already
 * @return {soon, items, counts, asOf, truncated, next}
 */
export async function readPages(query, count, signal, first) {
  let page = first ?? (await readPage({ ...query, limit: Math.min(MOST, Math.max(PAGE, count)) }, signal));
  const { counts, as_of: asOf, truncated } = page;
  const items = [...page.items];
  while (items.length < count && nextOf(page)) {
    page = await readPage({ ...query, limit: MOST, cursor: nextOf(page) }, signal);
    items.push(...page.items);
  }
  const isApart = counts?.expiring > 0 && query.sort !== 'newest';
  const soon = isApart ? (await readPage({ ...query, sort: 'deadline', expires_within_ms: SOON_MS, limit: MOST }, signal)).items : [];
  return { soon, items, counts, asOf, truncated, next: nextOf(page) };
}

/** All rows that were raised between two times, in parts. */
export async function* readBetween(query, fromMs, toMs, signal) {
  let page;
  do {
    page = await readPage({ ...query, sort: 'oldest', since_ms: Math.max(0, fromMs), until_ms: toMs, limit: MOST, cursor: page && nextOf(page) }, signal);
    yield page;
  } while (nextOf(page));
}

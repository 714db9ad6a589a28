// What a request waits for, in one line: the words of the daemon's own summary, made anew as time passes.

import { span } from './time.js';

const MOST_ALTERNATIVES = 3;
const ENDINGS = {
  fail: 'fails its run',
  cancel: 'cancels its run',
  deny: 'is denied',
  decline: 'is declined',
  default: 'takes its defaults',
  allow: 'is allowed',
};

/** @param standing as the API has it */
export function summary(standing, nowMs) {
  if (standing.state === 'allowed') return 'has every yes it needs; it is allowed when one of these people says yes again';
  if (standing.state === 'denied') return 'is denied by the votes; it ends when one of these people says no again';
  const parts = [`waits for ${alternatives(standing.missing)}`];
  const noes = standing.votes.filter(({ vote }) => vote === 'deny');
  if (noes.length === 1) parts.push(`${noes[0].by} objects`);
  if (noes.length > 1) parts.push(`${noes.length} people object`);
  if (standing.next) parts.push(next(standing.next, standing.on_expiry, nowMs));
  return parts.join(', ');
}

function alternatives(missing) {
  const first = missing.slice(0, MOST_ALTERNATIVES).map(alternative).join(', or ');
  const more = missing.length - MOST_ALTERNATIVES;
  return more <= 0 ? first : `${first}, or in ${more} more way${more === 1 ? '' : 's'}`;
}

function alternative(all) {
  return all.map(({ count, of, people, more }) => `${count} more of ${of}${people.length + more < count ? ' (too few people left)' : ''}`).join(' and ');
}

function next({ what, at_ms: at, to, unseen }, onExpiry, nowMs) {
  const when = at <= nowMs ? ' now' : ` in ${span(at - nowMs)}`;
  if (what === 'stage') return `goes to ${to}${when}${unseen ? ' if nobody looks' : ''}`;
  return what === 'extend' ? `gets more time${when}` : `${ENDINGS[onExpiry]}${when}`;
}

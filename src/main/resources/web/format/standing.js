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

/**
 * The stages of a policy in words: [{who, state: 'past' | 'now' | 'later', when}].
 *
 * @param all as the API has them of the policy
 */
export function stages(all, standing, nowMs) {
  return all.map(({ need, within_ms: within, unseen_ms: unseen }, i) => {
    const place = i + 1;
    const state = place === standing.stage ? 'now' : place < standing.stage ? 'past' : 'later';
    const limits = [within && `waits ${span(within)}`, unseen && `${span(unseen)} if nobody looks`].filter(Boolean).join(', or ');
    const { next } = standing;
    const opens = state === 'later' && place === standing.stage + 1 && next?.what === 'stage' ? `opens ${soon(next.at_ms, nowMs)}${next.unseen ? ' if nobody looks' : ''}` : '';
    const words = { past: 'still open', now: 'open now', later: opens || 'later' }[state];
    return { who: needWords(need), state, when: [words, limits].filter(Boolean).join(', ') };
  });
}

/** What ends it, as a sentence. */
export function ends({ next, on_expiry: onExpiry }, nowMs) {
  if (!next) return 'It waits until a person decides.';
  const ending = ENDINGS[onExpiry];
  if (next.what === 'expire') return `Without a decision it ${ending} ${soon(next.at_ms, nowMs)}.`;
  return next.what === 'extend' ? `Without a decision it gets more time ${soon(next.at_ms, nowMs)}, and in the end it ${ending}.` : `Without a decision it ${ending} after the last stage.`;
}

/** A need as people read it: 1 of finance and 1 of admins. */
export function needWords({ all, any, count, of }, inner = false) {
  if (!all && !any) return `${count} of ${of.map(whoWords).join(' or ')}`;
  const words = (all ?? any).map((one) => needWords(one, true)).join(all ? ' and ' : ' or ');
  return inner ? `(${words})` : words;
}

function whoWords(term) {
  const [, kind, name] = /^(group|person|role):(.*)$/su.exec(term) ?? [];
  const plain = name?.replace(/^"(.*)"$/su, '$1');
  return kind === 'role' ? `${plain}s` : (plain ?? term);
}

function soon(at, nowMs) {
  return at <= nowMs ? 'now' : `in ${span(at - nowMs)}`;
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

// What a request waits for, in one line: the words of the daemon's own summary, made anew as time passes.

import { span } from './time.js';
import { t } from '../i18n/i18n.js';

const MOST_ALTERNATIVES = 3;
/** How it ends by itself, with when: a text that begins with a blank, or nothing. */
const ENDINGS = {
  fail: (when) => t('format.standing.fail', { when }),
  cancel: (when) => t('format.standing.cancel', { when }),
  deny: (when) => t('format.standing.deny', { when }),
  decline: (when) => t('format.standing.decline', { when }),
  default: (when) => t('format.standing.default', { when }),
  allow: (when) => t('format.standing.allow', { when }),
};
const ending = (code, when = '') => ENDINGS[code]?.(when) ?? `${code}${when}`;

/** @param standing as the API has it */
export function summary(standing, nowMs) {
  if (standing.state === 'allowed') return t('format.standing.allowed');
  if (standing.state === 'denied') return t('format.standing.denied');
  const parts = [t('format.standing.waits', { missing: alternatives(standing.missing) })];
  const noes = standing.votes.filter(({ vote }) => vote === 'deny');
  if (noes.length === 1) parts.push(t('format.standing.objects', { who: noes[0].by }));
  if (noes.length > 1) parts.push(t('format.standing.people_object', { count: noes.length }));
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
    const limits = [within && t('format.standing.within', { span: span(within) }), unseen && t('format.standing.unseen', { span: span(unseen) })].filter(Boolean).join(t('format.standing.comma_or'));
    const { next } = standing;
    const opens = state === 'later' && place === standing.stage + 1 && next?.what === 'stage' ? next.unseen ? t('format.standing.opens_unseen', { when: soon(next.at_ms, nowMs) }) : t('format.standing.opens', { when: soon(next.at_ms, nowMs) }) : '';
    const words = { past: t('format.standing.past'), now: t('format.standing.now'), later: opens || t('format.standing.later') }[state];
    return { who: needWords(need), state, when: [words, limits].filter(Boolean).join(', ') };
  });
}

/** What ends it, as a sentence. */
export function ends({ next, on_expiry: onExpiry }, nowMs) {
  if (!next) return t('format.standing.ends_never');
  const when = ` ${soon(next.at_ms, nowMs)}`;
  if (next.what === 'expire') return t('format.standing.ends', { ending: ending(onExpiry, when) });
  return next.what === 'extend' ? t('format.standing.ends_extended', { when, ending: ending(onExpiry) }) : t('format.standing.ends_last', { ending: ending(onExpiry, t('format.standing.after_last')) });
}

/** A need as people read it: 1 of finance and 1 of admins. */
export function needWords({ all, any, count, of }, inner = false) {
  if (!all && !any) return t('format.standing.need', { count, of: of.map(whoWords).join(t('format.standing.or')) });
  const words = (all ?? any).map((one) => needWords(one, true)).join(all ? t('format.standing.and') : t('format.standing.or'));
  return inner ? `(${words})` : words;
}

function whoWords(term) {
  const [, kind, name] = /^(group|person|role):(.*)$/su.exec(term) ?? [];
  const plain = name?.replace(/^"(.*)"$/su, '$1');
  return kind === 'role' ? t('format.standing.role', { role: plain }) : (plain ?? term);
}

function soon(at, nowMs) {
  return at <= nowMs ? t('format.standing.at_once') : t('format.standing.in', { span: span(at - nowMs) });
}

function alternatives(missing) {
  const first = missing.slice(0, MOST_ALTERNATIVES).map(alternative).join(t('format.standing.comma_or'));
  const more = missing.length - MOST_ALTERNATIVES;
  return more <= 0 ? first : t('format.standing.more_ways', { first, count: more });
}

function alternative(all) {
  return all.map(({ count, of, people, more }) => (people.length + more < count ? t('format.standing.too_few', { count, of: ofWords(of) }) : t('format.standing.missing', { count, of: ofWords(of) }))).join(t('format.standing.and'));
}

/** Names of groups and people are theirs; this one is ours. */
const ofWords = (of) => (of === 'anyone' ? t('format.standing.anyone') : of);

function next({ what, at_ms: at, to, unseen }, onExpiry, nowMs) {
  const when = ` ${soon(at, nowMs)}`;
  if (what === 'stage') return unseen ? t('format.standing.goes_unseen', { to, when }) : t('format.standing.goes', { to, when });
  return what === 'extend' ? t('format.standing.extend', { when }) : ending(onExpiry, when);
}

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

const WAITS = /^waits for (.*)$/su;
const NEXT = /^(.*), (?:goes to (.+)|(gets more time)|(fails its run|cancels its run|is denied|is declined|takes its defaults|is allowed)) (?:now|in ([\ddhmins ]+))( if nobody looks)?$/su;
const NOES = /^(.*), (?:(\d+) people object|([^,]+) objects)$/su;
const MORE_WAYS = /^in (\d+) more ways?$/u;
const MISSING = /^(\d+) more of (.+?)( \(too few people left\))?$/su;
const ENDED = [[/^fails/u, 'fail'], [/^cancels/u, 'cancel'], [/^is denied/u, 'deny'], [/^is declined/u, 'decline'], [/^takes/u, 'default'], [/^is allowed/u, 'allow']];
const UNITS_MS = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000 };

/**
 * What a line of the inbox says of a standing: the daemon's summary alone. It is read back, so that it is in the language
 * of the page and its time goes on; one that is not understood stands as it is.
 *
 * @param readMs when the line was read
 */
export function summaryOf(text, readMs, nowMs) {
  const [, before = text, to, extend, ending, when, unseen] = NEXT.exec(text) ?? [];
  const [, waits = before, several, one] = NOES.exec(before) ?? [];
  const ways = WAITS.exec(waits)?.[1].split(', or ') ?? [];
  const [, others = 0] = MORE_WAYS.exec(ways.at(-1)) ?? [];
  if (others) ways.pop();
  const missing = ways.map((way) => way.split(' and ').map((part) => MISSING.exec(part)));
  if (missing.length === 0 || missing.flat().includes(null)) return text;
  return summary({
    missing: [...missing.map((way) => way.map(([, count, of, isShort]) => ({ count: Number(count), of, people: [], more: isShort ? 0 : Number(count) }))), ...Array(Number(others))],
    votes: Array.from({ length: Number(several ?? 0) || (one ? 1 : 0) }, () => ({ vote: 'deny', by: one })),
    next: (to || extend || ending) && { what: to ? 'stage' : extend ? 'extend' : 'expire', to, unseen: Boolean(unseen), at_ms: readMs + (when ? Math.max(1, milliseconds(when)) : 0) },
    on_expiry: ENDED.find(([words]) => words.test(ending))?.[1],
  }, nowMs);
}

function milliseconds(span) {
  return [...span.matchAll(/(\d+) (d|h|min|s)/gu)].reduce((all, [, count, unit]) => all + count * UNITS_MS[unit], 0);
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

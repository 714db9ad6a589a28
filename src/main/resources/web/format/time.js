// Times as people say them.

import { locale, t } from '../i18n/i18n.js';
import { once } from './once.js';

const dates = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }));
const clocks = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
const days = once(() => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' }));
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const UNITS = [
  [DAY_MS, (count) => t('format.time.d', { count: String(count) })],
  [HOUR_MS, (count) => t('format.time.h', { count: String(count) })],
  [MINUTE_MS, (count) => t('format.time.min', { count: String(count) })],
  [SECOND_MS, (count) => t('format.time.s', { count: String(count) })],
];

/** 12 s, 4 min, 3 h 20 min, 2 d 4 h: what matters of a span, and no more. */
export function span(ms) {
  const whole = Math.max(0, Math.floor(ms / 1000) * 1000);
  const index = UNITS.findIndex(([unit]) => whole >= unit);
  if (index < 0) return t('format.time.s', { count: '0' });
  const [unit, words] = UNITS[index];
  const count = Math.floor(whole / unit);
  const [finer, finerWords] = UNITS[index + 1] ?? [];
  if (!finer || unit === MINUTE_MS || count >= 10) return words(count);
  const rest = Math.floor((whole - count * unit) / finer);
  return rest === 0 ? words(count) : `${words(count)} ${finerWords(rest)}`;
}

/** How long ago: 3 h 20 min ago. */
export const ago = (ms) => t('parts.common.ago', { span: span(ms) });

const SPOKEN = [
  [DAY_MS, (count) => t('format.time.days', { count })],
  [HOUR_MS, (count) => t('format.time.hours', { count })],
  [MINUTE_MS, (count) => t('format.time.minutes', { count })],
  [SECOND_MS, (count) => t('format.time.seconds', { count })],
];

/** The same for those who listen, as it stands behind "for" and "in": 3 minutes, 1 hour. */
export function spoken(ms) {
  const [unit, words] = SPOKEN.find(([one]) => ms >= one) ?? SPOKEN.at(-1);
  return words(Math.max(0, Math.floor(ms / unit)));
}

/** 14:05 where that is today, else with the day: Thu 19 Nov, 09:00. */
export function moment(ms, nowMs) {
  const at = new Date(ms);
  const time = clocks().format(at);
  return at.toDateString() === new Date(nowMs).toDateString() ? time : `${days().format(at)}, ${time}`;
}

export function date(ms) {
  return dates().format(new Date(ms));
}

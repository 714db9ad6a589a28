// Times as people say them.

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** 12 s, 4 min, 3 h 20 min, 2 d 4 h: what matters of a span, and no more. */
export function span(ms) {
  const whole = Math.max(0, Math.floor(ms / 1000) * 1000);
  const index = UNITS.findIndex(([, unit]) => whole >= unit);
  if (index < 0) return '0 s';
  const [name, unit] = UNITS[index];
  const count = Math.floor(whole / unit);
  const next = UNITS[index + 1];
  if (!next || name === 'min' || count >= 10) return `${count} ${name}`;
  const rest = Math.floor((whole - count * unit) / next[1]);
  return rest === 0 ? `${count} ${name}` : `${count} ${name} ${rest} ${next[0]}`;
}

const WORDS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** The same for those who listen: 3 minutes, 1 hour. */
export function spoken(ms) {
  const [word, unit] = WORDS.find(([, one]) => ms >= one) ?? WORDS.at(-1);
  const count = Math.max(0, Math.floor(ms / unit));
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const clocks = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const days = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });

/** 14:05 where that is today, else with the day: Thu 19 Nov, 09:00. */
export function moment(ms, nowMs) {
  const at = new Date(ms);
  const time = clocks.format(at);
  return at.toDateString() === new Date(nowMs).toDateString() ? time : `${days.format(at)}, ${time}`;
}

export function date(ms) {
  return dates.format(new Date(ms));
}

// Pictures of decisions a day: bars of outcomes, lines of how long they took. What they show is in the table too.

import { html, svg } from 'lit';
import { language, locale, t } from '../i18n/i18n.js';
import { span } from '../format/time.js';
import { words } from './words.js';
import { once } from '../format/once.js';

/** Outcomes that are drawn as one, from the ground up. */
export const KINDS = [
  { name: 'yes', label: t('pages.stats_chart.yes'), on: (day, count) => t('pages.stats_chart.yes_on', { day, count }), of: ['allowed', 'answered'] },
  { name: 'no', label: t('pages.stats_chart.no'), on: (day, count) => t('pages.stats_chart.no_on', { day, count }), of: ['denied', 'changes_requested', 'asked_back', 'responded', 'declined'] },
  { name: 'late', label: t('pages.stats_chart.late'), on: (day, count) => t('pages.stats_chart.late_on', { day, count }), of: ['expired'] },
  { name: 'gone', label: t('pages.stats_chart.gone'), on: (day, count) => t('pages.stats_chart.gone_on', { day, count }), of: ['withdrawn', 'cancelled', 'superseded'] },
];

const WIDTH = 640;
const HEIGHT = 180;
const LEFT = 1;
const TOP = 4;

const dates = once(() => new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }));

/** A day as numbers are sorted, and in German as people write it there. */
export const dayText = (day) => (language === 'en' ? day : dates().format(new Date(day)));

const sum = (day, { of }) => of.reduce((all, outcome) => all + (day[outcome] ?? 0), 0);
const x = (i, count) => LEFT + ((WIDTH - LEFT) * i) / count;
const y = (value, most) => TOP + HEIGHT - (HEIGHT * value) / most;

export function bars(days) {
  const most = Math.max(1, ...days.map((day) => day.decided));
  const width = Math.max(1, ((WIDTH - LEFT) / days.length) * 0.8);
  const best = days.reduce((one, other) => (other.decided > one.decided ? other : one));
  const drawn = days.flatMap((day, i) => {
    let below = 0;
    return KINDS.map((kind) => {
      const count = sum(day, kind);
      const from = below;
      below += count;
      return count === 0 ? '' : svg`<rect class="sx-${kind.name}" x=${x(i + 0.1, days.length)} y=${y(below, most)} width=${width} height=${y(from, most) - y(below, most)}><title>${kind.on(dayText(day.day), count)}</title></rect>`;
    });
  });
  return figure(t('pages.stats_chart.outcomes'), t('pages.stats_chart.bars', { count: days.length, most: best.decided, day: dayText(best.day) }), days, most.toLocaleString(locale), drawn, KINDS.map(({ name, label }) => [`sx-key sx-${name}`, label]));
}

export function lines(days) {
  const times = days.map((day) => (day.decision_ms?.count ? day.decision_ms : null));
  const most = Math.max(1, ...times.map((time) => time?.p90 ?? 0));
  const known = times.filter((time) => time);
  const line = (which, name) => {
    const points = times.map((time, i) => time && [x(i + 0.5, days.length), y(time[which], most)]);
    // A day without a decision is passed over: nothing is known of it.
    const path = points.filter((point) => point).map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
    return svg`<path class="sx-line ${name}" d=${path}></path>${points.map((point, i) => (point ? svg`<circle class="sx-dot ${name}" cx=${point[0]} cy=${point[1]} r="3"><title>${t('pages.stats_chart.point', { day: dayText(days[i].day), which: words(which), time: span(times[i][which]) })}</title></circle>` : ''))}`;
  };
  return figure(
    t('pages.stats_chart.time'), known.length === 0 ? t('pages.stats_chart.no_times') : t('pages.stats_chart.lines', { count: known.length, time: span(most) }),
    days, span(most), [line('p50', 'sx-p50'), line('p90', 'sx-p90')], [['sx-key sx-p50', t('pages.stats_chart.median')], ['sx-key sx-p90', t('pages.stats_chart.p90')]],
  );
}

/** Words beside a picture keep their size where the picture shrinks. */
function figure(title, text, days, most, drawn, legend) {
  return html`<figure class="sx"><figcaption>${title}</figcaption>
    <p class="sx-scale" aria-hidden="true">${most}</p>
    <svg viewBox="0 0 ${WIDTH} ${TOP + HEIGHT + 1}" role="img" aria-label=${t('pages.stats_chart.figure', { title, text })}><path class="sx-axis" d="M${LEFT} ${TOP}V${TOP + HEIGHT}H${WIDTH}"></path>${drawn}</svg>
    <p class="sx-scale sx-days" aria-hidden="true"><span>${dayText(days[0].day)}</span><span>${dayText(days.at(-1).day)}</span></p>
    <ul class="sx-legend">${legend.map(([name, label]) => html`<li><span class=${name} aria-hidden="true"></span>${label}</li>`)}</ul>
  </figure>`;
}

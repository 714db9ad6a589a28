// Pictures of decisions a day: bars of outcomes, lines of how long they took. What they show is in the table too.

import { html, svg } from 'lit';
import { span } from '../format/time.js';
import { words } from './words.js';

/** Outcomes that are drawn as one, from the ground up. */
export const KINDS = [
  { name: 'yes', label: 'Allowed, answered', of: ['allowed', 'answered'] },
  { name: 'no', label: 'Denied, sent back, declined', of: ['denied', 'changes_requested', 'asked_back', 'responded', 'declined'] },
  { name: 'late', label: 'Expired', of: ['expired'] },
  { name: 'gone', label: 'Withdrawn, cancelled', of: ['withdrawn', 'cancelled', 'superseded'] },
];

const WIDTH = 640;
const HEIGHT = 180;
const LEFT = 44;
const TOP = 14;

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
      return count === 0 ? '' : svg`<rect class="sx-${kind.name}" x=${x(i + 0.1, days.length)} y=${y(below, most)} width=${width} height=${y(from, most) - y(below, most)}><title>${day.day}: ${count} ${kind.label.toLowerCase()}</title></rect>`;
    });
  });
  return figure('Outcomes a day', `Bars for ${days.length} days. Most decisions: ${best.decided} on ${best.day}.`, axis(days, String(most)), drawn, KINDS.map(({ name, label }) => [`sx-key sx-${name}`, label]));
}

export function lines(days) {
  const times = days.map((day) => (day.decision_ms?.count ? day.decision_ms : null));
  const most = Math.max(1, ...times.map((time) => time?.p90 ?? 0));
  const known = times.filter((time) => time);
  const line = (which, name) => {
    const points = times.map((time, i) => time && [x(i + 0.5, days.length), y(time[which], most)]);
    // A day without a decision is passed over: nothing is known of it.
    const path = points.filter((point) => point).map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
    return svg`<path class="sx-line ${name}" d=${path}></path>${points.map((point, i) => (point ? svg`<circle class="sx-dot ${name}" cx=${point[0]} cy=${point[1]} r="3"><title>${days[i].day}: ${words(which)} ${span(times[i][which])}</title></circle>` : ''))}`;
  };
  return figure(
    'Time to the decision', known.length === 0 ? 'No times are known.' : `Lines for ${known.length} days. The longest 90th percentile is ${span(most)}.`,
    axis(days, span(most)), [line('p50', 'sx-p50'), line('p90', 'sx-p90')], [['sx-key sx-p50', 'Median (p50)'], ['sx-key sx-p90', '90 % (p90), dashed']],
  );
}

function axis(days, most) {
  const base = TOP + HEIGHT;
  return svg`<path class="sx-axis" d="M${LEFT} ${TOP}V${base}H${WIDTH}"></path>
    <text class="sx-text" x=${LEFT - 6} y=${TOP + 5} text-anchor="end">${most}</text>
    <text class="sx-text" x=${LEFT - 6} y=${base} text-anchor="end">0</text>
    <text class="sx-text" x=${LEFT} y=${base + 18}>${days[0].day}</text>
    <text class="sx-text" x=${WIDTH} y=${base + 18} text-anchor="end">${days.at(-1).day}</text>`;
}

function figure(title, text, ...[axes, drawn, legend]) {
  return html`<figure class="sx"><figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${TOP + HEIGHT + 26}" role="img" aria-label="${title}. ${text} The table below has all numbers.">${axes}${drawn}</svg>
    <ul class="sx-legend">${legend.map(([name, label]) => html`<li><span class=${name} aria-hidden="true"></span>${label}</li>`)}</ul>
  </figure>`;
}

// How requests were decided: outcomes a day, how long it took, and the same numbers as a table.

import { html } from 'lit';
import { locale, t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { api } from '../net/api.js';
import { live } from '../net/live.js';
import { span } from '../format/time.js';
import { titleWords } from '../format/words.js';
import { to } from '../router.js';
import { Address } from './address.js';
import { ago, empty, every, failed, loading, stale } from './common.js';
import { filters, pick } from './filters.js';
import { bars, dayText, KINDS, lines } from './stats-chart.js';
import { words } from './words.js';

const DAY = 86_400_000;
const USUAL_DAYS = 7;
/** The first one needs no place in the address. */
const PERIODS = [['', t('pages.history.last_7')], ['1', t('pages.stats.last_day')], ['30', t('pages.history.last_30')], ['90', t('pages.stats.last_90')], ['400', t('pages.stats.last_400')]];
const GROUPINGS = [['', t('pages.stats.by_day')], ['outcome', t('pages.stats.by_outcome')], ['tool', t('pages.stats.by_tool')], ['person', t('pages.stats.by_person')], ['group', t('pages.stats.by_group')], ['policy', t('pages.stats.by_policy')], ['session', t('pages.stats.by_session')]];
const CAPTIONS = {
  day: t('pages.stats.caption_day'), outcome: t('pages.stats.caption_outcome'), tool: t('pages.stats.caption_tool'), person: t('pages.stats.caption_person'),
  group: t('pages.stats.caption_group'), policy: t('pages.stats.caption_policy'), session: t('pages.stats.caption_session'),
};
/** Over the first column. */
const COLUMNS = {
  day: t('pages.stats.day'), outcome: t('pages.stats.outcome'), tool: t('pages.stats.tool'), person: t('pages.stats.person'),
  group: t('pages.stats.group'), policy: t('pages.stats.policy'), session: t('pages.stats.session'),
};
const LONGEST = 5;
const WAITS_LONGEST = t('pages.stats.waiting');
const OUTCOMES = KINDS.flatMap(({ of }) => of);

class Stats extends Element {
  #address = new Address(this, ['days', 'by'], () => this.#load());
  #waiting = new Loaded(this, (signal) => api.get(`/v1/inbox?limit=${LONGEST}`, { signal }));
  #stats = new Loaded(this, (signal) => api.get(`/v1/stats/decisions?${this.#query()}`, { signal }));
  #policies = new Loaded(this, (signal) => api.get('/v1/approval-policies', { signal }));

  connectedCallback() {
    super.connectedCallback();
    this.finally(every(10_000, () => this.#stats.pending || this.#load()));
    this.listen(live, 'resync', () => this.#load());
    this.#load();
  }

  #load() {
    this.#stats.load();
    this.#waiting.load();
    if (this.#by === 'policy') this.#policies.load();
  }

  /** What somebody has put into an address may be anything. */
  get #days() {
    const { days } = this.#address.value;
    return PERIODS.some(([one]) => one === days) ? Number(days || USUAL_DAYS) : USUAL_DAYS;
  }

  get #by() {
    const { by } = this.#address.value;
    return GROUPINGS.some(([one]) => one === by) ? by : '';
  }

  #query() {
    const query = new URLSearchParams({ from_ms: Date.now() - this.#days * DAY });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone) query.set('time_zone', timeZone);
    if (this.#by) query.set('by', this.#by);
    return query;
  }

  render() {
    const { value: stats, problem } = this.#stats;
    return html`<div class="pg">
      <h1>${t('pages.stats.insights')}</h1>
      ${filters(this.#address, html`${pick(t('pages.history.period'), this.#address.value.days, PERIODS, (days) => this.#address.put({ days }))}
        ${pick(t('pages.stats.group_by'), this.#by, GROUPINGS, (by) => this.#address.put({ by }))}`)}
      ${this.#longest()}
      ${problem && !stats ? failed(problem, () => this.#stats.load()) : ''}
      ${problem && stats ? stale(problem, () => this.#stats.load()) : ''}
      ${stats ? this.#shown(stats) : problem ? '' : loading()}
    </div>`;
  }

  #longest() {
    const rows = this.#waiting.value?.items ?? [];
    if (rows.length === 0) return '';
    return html`<section aria-labelledby="longest"><h2 id="longest">${WAITS_LONGEST}</h2>
      <ul class="pg-rows" aria-label=${WAITS_LONGEST}>${rows.map((row) => html`<li class="pg-row">
        <span class="pg-row-first"><a href=${to.prompt({ kind: row.type, id: row.id })}>${said(titleWords(row))}</a></span>
        <span class="pg-row-end"><hp-age at-ms=${row.created_at_ms}></hp-age></span>
        <span class="pg-row-second"><a class="pg-quiet" href=${to.session(row.session_id)}>${said(sessionName(row.session_id, row.session_title))}</a></span>
        <span class="pg-row-far"></span></li>`)}</ul></section>`;
  }

  #shown(stats) {
    if (stats.totals.decided === 0) return empty(t('pages.stats.nothing'), t('pages.stats.longer'));
    const by = this.#by;
    const rows = by ? stats.groups : stats.days;
    return html`
      ${stats.truncated ? html`<p class="pg-stale" role="status">${t('pages.stats.too_many')}</p>` : ''}
      <div class="sx-charts">${bars(filled(stats))} ${lines(filled(stats))}</div>
      ${table(rows, stats.totals, by || 'day', this.#policies.value)}
      <p class="faint">${t('pages.stats.counted', { when: ago(stats.as_of_ms) })}${stats.groups_left_off ? ` ${t('pages.stats.left_off', { count: stats.groups_left_off })}` : ''}</p>`;
  }
}

/** Every day of the period, those without a decision too, so that distances are times. */
function filled(stats) {
  const known = new Map(stats.days.map((day) => [day.day, day]));
  const days = [];
  const last = dayOf(new Date(stats.to_ms));
  const at = new Date(stats.from_ms);
  at.setHours(12, 0, 0, 0);
  for (let i = 0; i <= 401; i++, at.setDate(at.getDate() + 1)) {
    const day = dayOf(at);
    days.push(known.get(day) ?? { day, decided: 0 });
    if (day >= last) break;
  }
  return days;
}

function dayOf(date) {
  const two = (number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What the rows of a grouping are called; a policy that is gone has no name, and until the list is there none has one. */
function rowName({ day, key }, by, policies) {
  if (day) return dayText(day);
  if (key === undefined) return html`<i>${t('pages.stats.none')}</i>`;
  if (by === 'outcome') return words(key);
  if (by === 'session') return html`<a href=${to.session(key)}>${said(sessionName(key))}</a>`;
  if (by !== 'policy') return said(key);
  const name = policies?.find((one) => one.policy_id === key)?.name;
  return name === undefined ? html`<i>${policies ? t('pages.stats.removed_policy') : t('pages.stats.policy')}</i>` : said(name);
}

function table(rows, totals, by, policies) {
  const shown = OUTCOMES.filter((outcome) => totals[outcome] > 0);
  const cells = (row) => [
    [t('pages.happenings.decided'), row.decided],
    ...shown.map((outcome) => [words(outcome), row[outcome]]),
    [t('pages.stats.by_people'), row.by_person],
    [t('pages.stats.by_rules'), t('pages.stats.share', { count: row.by_rule, percent: Math.round(row.rule_share * 100) })],
    [t('pages.stats.by_deadline'), row.by_deadline],
    [t('pages.stats.escalated'), row.escalated],
    [t('pages.stats.rubber_stamps'), row.rubber_stamps],
    [t('pages.stats.late'), row.late_answers],
    [t('pages.stats.seen_median'), time(row.seen_ms, 'p50')],
    [t('pages.stats.seen_90'), time(row.seen_ms, 'p90')],
    [t('pages.stats.decided_median'), time(row.decision_ms, 'p50')],
    [t('pages.stats.decided_90'), time(row.decision_ms, 'p90')],
    [t('pages.stats.decided_99'), time(row.decision_ms, 'p99')],
  ];
  const line = (name, row) => html`<tr><th scope="row">${name}</th>${cells(row).map(([label, value]) => html`<td data-label=${label} class="sx-number ${value === 0 || value === '–' ? 'pg-zero' : ''}">${typeof value === 'number' ? value.toLocaleString(locale) : value}</td>`)}</tr>`;
  return html`<div class="sx-wide" tabindex="0" role="region" aria-label=${t('pages.stats.numbers')}><table class="pg-table sx-table">
    <caption>${CAPTIONS[by]}</caption>
    <thead><tr><th scope="col">${COLUMNS[by]}</th>${cells(totals).map(([label]) => html`<th scope="col" class="sx-number">${label}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => line(rowName(row, by, policies), row))} ${line(t('pages.stats.all'), totals)}</tbody>
  </table></div>`;
}

const time = (times, which) => (times.count === 0 ? '–' : times[which] < 1_000 ? t('pages.stats.milliseconds', { ms: times[which] }) : span(times[which]));

customElements.define('hp-stats', Stats);

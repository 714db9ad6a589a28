// What was decided: newest first, by whom and after how long, and all of it as a table for spreadsheets.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { icon } from '../parts/icons.js';
import { OUTCOMES, outcomeChip } from '../parts/outcome.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { api, search } from '../net/api.js';
import { live } from '../net/live.js';
import { csv } from '../format/csv.js';
import { span } from '../format/time.js';
import { deciderWords, titleWords } from '../format/words.js';
import { to } from '../router.js';
import { Address } from './address.js';
import { ago, empty, listed, soon } from './common.js';
import { filters, find, pick } from './filters.js';
import { KINDS, RISKS } from './kinds.js';
import { Listing } from './listing.js';

const PATH = '/v1/inbox';
const MOST_EXPORTED = 10_000;
const AT_ONCE = 500;
const FILTERS = ['q', 'outcome', 'by', 'kind', 'risk', 'period', 'type', 'session_id'];
const PERIODS = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 };
const ANY_OUTCOME = [['', t('pages.history.any_outcome')], ...Object.entries(OUTCOMES).map(([value, [word]]) => [value, word])];
const ANY_PERIOD = [['', t('pages.history.any_time')], ['1h', t('pages.history.last_hour')], ['24h', t('pages.history.last_24')], ['7d', t('pages.history.last_7')], ['30d', t('pages.history.last_30')]];
const ANY_TYPE = [['', t('pages.policy_form.both')], ['approval', t('inbox.chips.approval')], ['question', t('inbox.chips.question')]];
const HEADINGS = [t('pages.history.at'), t('pages.history.outcome'), t('pages.history.decided_by'), t('pages.history.title'), t('pages.history.kind'), t('pages.history.risk'), t('parts.common.session'), t('parts.common.agent'), t('pages.history.waited_s'), t('pages.history.raised'), t('pages.history.type'), t('pages.history.id')];
const truncated = () => t('pages.history.truncated', { count: MOST_EXPORTED });
const exported = (count) => t('pages.history.exported', { count });
const cutOff = (count) => t('pages.history.cut_off', { count });
const waited = (time) => t('pages.history.waited', { time });

class History extends Element {
  static properties = { exporting: { state: true } };
  #sinceMs = 0;
  #truncated = false;
  #address = new Address(this, FILTERS, () => this.#anew());
  #list = new Listing(this, {
    path: PATH,
    isPaged: true,
    key: (row) => `${row.type}:${row.id}`,
    query: () => this.#query(),
    heard: ({ truncated }) => (this.#truncated = truncated),
  });
  #soon = soon(() => this.#list.load(), 1_000);

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'frame', ({ detail }) => (detail.type === 'approval_resolved' || detail.type === 'question_resolved') && this.#soon());
    this.listen(live, 'resync', () => this.#list.load());
    this.finally(() => this.#soon.stop());
    this.#anew();
  }

  /** A page goes on where the one before ended only while both ask for the same time. */
  #anew() {
    const period = PERIODS[this.#address.value.period];
    this.#sinceMs = period ? Date.now() - period : 0;
    this.#list.load({ anew: true });
  }

  #query() {
    const { period: _, ...rest } = this.#address.value;
    return { status: rest.outcome || rest.by ? '' : 'settled', ...rest, q: rest.q.trim(), since_ms: this.#sinceMs || '' };
  }

  render() {
    const { value: chosen } = this.#address;
    const put = (name) => (value) => this.#address.put({ [name]: value });
    return html`<div class="pg">
      <div class="line"><h1>${t('pages.history.history')}</h1>
        <button @click=${() => this.#export()} aria-disabled=${this.exporting ? 'true' : 'false'}>${this.exporting ? t('pages.history.exporting') : t('pages.history.export')}</button></div>
      ${filters(this.#address, html`${find(t('pages.history.search'), chosen.q, put('q'))}
        ${pick(t('pages.history.outcome'), chosen.outcome, ANY_OUTCOME, put('outcome'))}
        ${pick(t('pages.history.decided_by'), chosen.by, this.#people(chosen.by), put('by'))}
        ${pick(t('pages.history.kind'), chosen.kind, KINDS, put('kind'))}
        ${pick(t('pages.history.risk'), chosen.risk, RISKS, put('risk'))}
        ${pick(t('pages.history.period'), chosen.period, ANY_PERIOD, put('period'))}
        ${pick(t('pages.history.type'), chosen.type, ANY_TYPE, put('type'))}`)}
      ${this.#truncated ? html`<p class="faint" role="status">${truncated()}</p>` : ''}
      ${listed(this.#list, {
        nothing: this.#address.count ? empty(t('pages.common.no_results'), t('pages.history.no_match')) : empty(t('pages.audit.none'), t('pages.history.none_hint')),
        rows: (rows) => html`<ul class="pg-rows" aria-label=${t('pages.history.list')}>${repeat(rows, (row) => `${row.type}:${row.id}`, line)}</ul>`,
      })}
    </div>`;
  }

  /** Those who were seen here; the address may name somebody else. */
  #people(chosen) {
    const names = new Set(this.#list.rows.map((row) => row.resolution?.by).filter((by) => by && !by.startsWith('rule:')));
    if (chosen) names.add(chosen);
    return [['', t('pages.history.anyone')], ...[...names].sort().map((name) => [name, name])];
  }

  async #export() {
    if (this.exporting) return;
    this.exporting = true;
    try {
      const rows = [];
      let cursor = '';
      do {
        const page = await api.get(PATH + search({ ...this.#query(), limit: AT_ONCE, cursor }));
        rows.push(...page.items);
        cursor = page.pagination.next_cursor ?? '';
      } while (cursor && rows.length < MOST_EXPORTED);
      const some = rows.slice(0, MOST_EXPORTED);
      save(csv([HEADINGS, ...some.map(cells)]));
      announce(cursor || rows.length > some.length ? cutOff(some.length) : exported(some.length), 'done');
    } catch (problem) {
      announce(problem.detail ?? String(problem), 'wrong');
    }
    this.exporting = false;
  }
}

function line(row) {
  const { type, id, outcome, session_id: session, session_title: name, agent_name: agent, risk, resolution } = row;
  return html`<li class="pg-row">
    <span class="pg-row-first">${risk?.level === 'high' ? html`<span class="chip bad">${icon('warning')} <span aria-hidden="true">${t('inbox.row.high')}</span><span class="only-read">${t('inbox.row.high_risk')}</span></span> ` : ''}<a
      href=${to.prompt({ kind: type, id })}>${said(titleWords(row))}</a></span>
    <span class="pg-row-end">${outcomeChip(outcome)} ${by(resolution)}</span>
    <span class="pg-row-second"><a class="pg-quiet" href=${to.session(session)}>${said(sessionName(session, name))}</a>${agent ? html` · ${said(agent)}` : ''}</span>
    <span class="pg-row-far">${resolution ? html`${waited(span(resolution.at_ms - row.created_at_ms))} · ${ago(resolution.at_ms)}` : ago(row.created_at_ms)}</span>
  </li>`;
}

/** A deadline and an asker that is gone are nobody. */
function by(resolution) {
  if (!resolution || resolution.by === 'daemon') return '';
  if (resolution.by.startsWith('rule:')) return html`<a class="pg-quiet" href=${to.rule(resolution.by.slice(5))}>${t('pages.history.by_rule')}</a>`;
  return html`<span class="pg-quiet">${t('pages.common.by', { name: said(deciderWords(resolution.by)) })}</span>`;
}

function cells({ type, id, title, outcome, kind, risk, session_title: session, agent_name: agent, resolution, created_at_ms: raised }) {
  const time = (ms) => (ms === undefined ? '' : new Date(ms).toISOString());
  return [
    time(resolution?.at_ms), outcome, resolution?.by, title, kind, risk?.level, session, agent,
    resolution ? Math.round((resolution.at_ms - raised) / 1000) : '', time(raised), type, id,
  ];
}

function save(text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = `holdpoint-history-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

customElements.define('hp-history', History);

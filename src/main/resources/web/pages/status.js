// How the daemon is: what somebody should look at first, then what it does.

import { html } from 'lit';
import { locale, t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import { api } from '../net/api.js';
import { live } from '../net/live.js';
import { span } from '../format/time.js';
import { ago, every, facts, failed, loading, stale } from './common.js';
import { warningTemplate } from './warnings.js';
import { words } from './words.js';

const RUNS = ['queued', 'running', 'waiting_for_approval', 'waiting_for_user_question', 'completed', 'failed', 'interrupted', 'cancelled'];
const STORES = { sqlite: 'SQLite', postgres: 'PostgreSQL', postgresql: 'PostgreSQL' };

class Status extends Element {
  #status = new Loaded(this, (signal) => api.get('/v1/status', { signal }));

  connectedCallback() {
    super.connectedCallback();
    this.finally(every(3_000, () => this.#status.pending || this.#status.load()));
    this.listen(live, 'resync', () => this.#status.load());
    this.#status.load();
  }

  render() {
    const { value: status, problem } = this.#status;
    if (problem && !status) return html`<h1>${t('pages.common.status')}</h1>${failed(problem, () => this.#status.load())}`;
    if (!status) return html`<h1>${t('pages.common.status')}</h1>${loading()}`;
    const { runs, delivery, storage, health } = status;
    const ready = status.status === 'ready';
    return html`<div class="pg">
      <h1>${t('pages.common.status')} <span class="chip status ${ready ? 'good' : 'warn'}">${words(status.status)}</span></h1>
      ${problem ? stale(problem, () => this.#status.load()) : ''}
      ${warnings(health, status)}
      <div class="pg-grid">
        ${card('waiting', t('pages.status.waiting'), [
          [t('inbox.chips.approval'), runs.pending_approval_count, '/ui?kind=approval&tab=all'],
          [t('inbox.chips.question'), runs.pending_question_count, '/ui?kind=question&tab=all'],
          [t('pages.status.longest'), runs.oldest_pending_ms === undefined ? t('pages.status.nothing') : span(runs.oldest_pending_ms)],
        ])}
        ${card('runs', t('pages.runs.runs'), RUNS.map((name) => [words(name), runs[name], `/ui/runs?status=${name}`]))}
        ${card('deliveries', t('pages.deliveries.deliveries'), [
          [t('pages.status.delivery_waiting'), delivery.pending, '/ui/deliveries?status=pending'],
          [t('pages.status.delivery_retrying'), delivery.retrying, '/ui/deliveries?status=retrying'],
          [t('pages.status.delivery_failed'), delivery.dead_lettered, '/ui/deliveries?status=dead_lettered'],
          [t('pages.status.delivery_unresolved'), delivery.unresolved_dead_lettered],
        ])}
        ${card('holdpoint', 'Holdpoint', [
          [t('pages.status.version'), said(status.version)],
          [t('pages.status.started'), ago(status.started_at_ms)],
          [t('pages.status.storage'), html`${STORES[storage.kind] ?? said(storage.kind)} <span class="chip ${storage.ok ? 'good' : 'bad'}">${storage.ok ? t('pages.status.healthy') : t('pages.status.not_responding')}</span>`],
          [t('pages.status.streams'), status.streams.open],
          ...node(status.cluster),
        ])}
      </div>
      <p><a href="/metrics" target="_blank" rel="noopener">${t('pages.status.metrics')}</a></p>
    </div>`;
  }
}

// Of those that share a database; nothing where there can be but one.
function node(cluster) {
  if (!cluster) return [];
  return [[t('pages.status.node'), cluster.node ? said(cluster.node.name) : t('pages.status.no_node')], [t('pages.status.nodes'), t('pages.status.live', { live: cluster.nodes_live, total: cluster.nodes_total })]];
}

function warnings({ ok, warnings: list }, status) {
  if (list.length === 0) return html`<p class="pg-proof ${ok ? 'good' : 'bad'}" role="status">${ok ? t('pages.status.no_problems') : t('pages.status.problems')}</p>`;
  return html`<section class="card pg-waiting" aria-labelledby="look"><h2 id="look">${t('pages.status.attention')}</h2>
    <ul class="pg-plain">${list.map((one) => html`<li>${warningTemplate(one, status)}</li>`)}</ul></section>`;
}

/** @param pairs [[label, value, href?], …]; a number above zero leads to its list */
function card(what, title, pairs) {
  const name = `status-${what}`;
  const shown = (label, value, href) => {
    if (typeof value !== 'number') return value;
    const number = value.toLocaleString(locale);
    if (value === 0) return html`<span class="pg-zero">${number}</span>`;
    return href ? html`<a class="pg-count" href=${href} aria-label=${t('pages.status.number', { count: value, label })}>${number}</a>` : number;
  };
  return html`<section class="card pg-numbers" aria-labelledby=${name}><h2 id=${name}>${title}</h2>${facts(pairs.map(([label, value, href]) => [label, shown(label, value, href)]))}</section>`;
}

customElements.define('hp-status', Status);

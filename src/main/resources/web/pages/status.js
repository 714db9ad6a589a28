// How the daemon is: what somebody should look at first, then what it does.

import { html } from 'lit';
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
    if (problem && !status) return html`<h1>Status</h1>${failed(problem, () => this.#status.load())}`;
    if (!status) return html`<h1>Status</h1>${loading()}`;
    const { runs, delivery, storage, health } = status;
    const ready = status.status === 'ready';
    return html`<div class="pg">
      <h1>Status <span class="chip status ${ready ? 'good' : 'warn'}">${words(status.status)}</span></h1>
      ${problem ? stale(problem, () => this.#status.load()) : ''}
      ${warnings(health, status)}
      <div class="pg-grid">
        ${card('Waiting', [
          ['Approvals', runs.pending_approval_count, '/ui?kind=approval&tab=all'],
          ['Questions', runs.pending_question_count, '/ui?kind=question&tab=all'],
          ['Longest wait', runs.oldest_pending_ms === undefined ? 'nothing waiting' : span(runs.oldest_pending_ms)],
        ])}
        ${card('Runs', RUNS.map((name) => [words(name), runs[name], `/ui/runs?status=${name}`]))}
        ${card('Deliveries', [
          ['waiting', delivery.pending, '/ui/deliveries?status=pending'],
          ['retrying', delivery.retrying, '/ui/deliveries?status=retrying'],
          ['failed', delivery.dead_lettered, '/ui/deliveries?status=dead_lettered'],
          ['failed, not sent again', delivery.unresolved_dead_lettered],
        ])}
        ${card('Holdpoint', [
          ['Version', said(status.version)],
          ['Started', ago(status.started_at_ms)],
          ['Storage', html`${STORES[storage.kind] ?? said(storage.kind)} <span class="chip ${storage.ok ? 'good' : 'bad'}">${storage.ok ? 'Healthy' : 'Not responding'}</span>`],
          ['Open streams', status.streams.open],
          ...node(status.cluster),
        ])}
      </div>
      <p><a href="/metrics" target="_blank" rel="noopener">Metrics in Prometheus format</a></p>
    </div>`;
  }
}

// Of those that share a database; nothing where there can be but one.
function node(cluster) {
  if (!cluster) return [];
  return [['Node', cluster.node ? said(cluster.node.name) : 'none'], ['Nodes', `${cluster.nodes_live} of ${cluster.nodes_total} live`]];
}

function warnings({ ok, warnings: list }, status) {
  if (list.length === 0) return html`<p class="pg-proof ${ok ? 'good' : 'bad'}" role="status">${ok ? '✓ No problems' : '✗ Holdpoint has problems'}</p>`;
  return html`<section class="card pg-waiting" aria-labelledby="look"><h2 id="look">Needs attention</h2>
    <ul class="pg-plain">${list.map((one) => html`<li>${warningTemplate(one, status)}</li>`)}</ul></section>`;
}

/** @param pairs [[label, value, href?], …]; a number above zero leads to its list */
function card(title, pairs) {
  const name = `status-${title.toLowerCase().replaceAll(' ', '-')}`;
  const shown = (label, value, href) => {
    if (typeof value !== 'number') return value;
    const number = value.toLocaleString();
    if (value === 0) return html`<span class="pg-zero">${number}</span>`;
    return href ? html`<a class="pg-count" href=${href} aria-label="${number} ${label}">${number}</a>` : number;
  };
  return html`<section class="card pg-numbers" aria-labelledby=${name}><h2 id=${name}>${title}</h2>${facts(pairs.map(([label, value, href]) => [label, shown(label, value, href)]))}</section>`;
}

customElements.define('hp-status', Status);

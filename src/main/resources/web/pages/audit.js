// Who decided what, and the proof of what was done: its keys, how far it has come, how to take it away and verify it.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import { api } from '../net/api.js';
import { live } from '../net/live.js';
import { to } from '../router.js';
import { ago, at, chip, empty, failed, listed, loading, soon } from './common.js';
import { Listing } from './listing.js';
import './administration.js';

const TABS = [['decisions', 'Decisions'], ['administration', 'Administration']];

class Audit extends Element {
  static properties = { tab: { state: true } };
  #decisions = new Listing(this, { path: '/v1/approvals', key: (row) => row.request.id, query: () => ({ status: 'resolved', limit: 20 }) });
  #keys = new Loaded(this, (signal) => api.get('/v1/audit/keys', { signal }));
  #checkpoints = new Listing(this, { path: '/v1/audit/checkpoints', key: (row) => row.checkpoint_id, query: () => ({ limit: 20 }) });
  #soon = soon(() => this.#decisions.load(), 500);

  constructor() {
    super();
    this.tab = new URLSearchParams(location.search).get('tab') === 'administration' ? 'administration' : 'decisions';
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'frame', ({ detail }) => detail.type === 'approval_resolved' && this.#soon());
    this.listen(live, 'resync', () => this.#decisions.load());
    this.listen(live, 'state', () => live.state.name === 'live' && this.#keys.problem && this.#keys.load());
    this.finally(() => this.#soon.stop());
    this.#decisions.load();
    this.#keys.load();
    this.#checkpoints.load();
  }

  render() {
    return html`<div class="pg">
      <h1>Audit</h1>
      ${this.#tabs()}
      <div class="pg" id="audit-panel" role="tabpanel" aria-labelledby="audit-tab-${this.tab}">
        ${this.tab === 'administration' ? html`<hp-administration></hp-administration>` : this.#decided()}</div>
    </div>`;
  }

  /** One stop for the Tab key, arrows turn. */
  #tabs() {
    const moved = (event) => {
      const [other] = TABS.find(([tab]) => tab !== this.tab);
      const next = { ArrowLeft: other, ArrowRight: other, Home: TABS[0][0], End: TABS[1][0] }[event.key];
      if (!next) return;
      event.preventDefault();
      this.#turn(next);
      this.querySelector(`#audit-tab-${next}`).focus();
    };
    return html`<div class="pg-tabs" role="tablist" aria-label="What is on record" @keydown=${moved}>
      ${TABS.map(([tab, label]) => html`<button role="tab" id="audit-tab-${tab}" type="button" aria-selected=${tab === this.tab ? 'true' : 'false'} aria-controls="audit-panel"
        tabindex=${tab === this.tab ? '0' : '-1'} @click=${() => this.#turn(tab)}>${label}</button>`)}
    </div>`;
  }

  #turn(tab) {
    this.tab = tab;
    history.replaceState(history.state, '', tab === 'decisions' ? location.pathname : `${location.pathname}?tab=${tab}`);
  }

  #decided() {
    return html`<section aria-labelledby="decided"><h2 id="decided">Recent decisions</h2>
        ${listed(this.#decisions, { nothing: empty('No decisions yet'), rows: decisions })}</section>
      <section class="card" aria-labelledby="verify"><h2 id="verify">Export and verify</h2>
        <p>Whatever a run does outside the daemon is written into a signed chain before and after it is done.
          Take it away and verify it where the daemon is not:</p>
        <pre class="pg-command">holdpoint audit export --to ledger.ndjson
holdpoint audit verify ledger.ndjson --public-key audit-public-key</pre>
        <p><a class="button" href="/v1/audit/export" download="ledger.ndjson">Download the export</a></p>
        <p class="faint">Note the head that <code>verify</code> prints outside this machine, and give it to the next as <code>--expect-head</code>: only so a cut end is seen.</p>
      </section>
      <section aria-labelledby="keys"><h2 id="keys">Keys</h2>${this.#keyTable()}</section>
      <section aria-labelledby="checkpoints"><h2 id="checkpoints">Checkpoints</h2>
        ${listed(this.#checkpoints, { nothing: empty('No checkpoints yet'), rows: checkpoints })}</section>`;
  }

  #keyTable() {
    const { value: keys, problem } = this.#keys;
    if (problem && !keys) return failed(problem, () => this.#keys.load());
    if (!keys) return loading();
    return html`<table class="pg-table">
      <caption class="only-read">Signing keys of the ledger, oldest first</caption>
      <thead><tr><th scope="col">Key</th><th scope="col">Public key</th><th scope="col">Since</th><th scope="col">Now</th></tr></thead>
      <tbody>${keys.map((key) => html`<tr>
        <td data-label="Key"><code>${key.key_id}</code></td>
        <td data-label="Public key"><code>${key.public_key}</code></td>
        <td data-label="Since">${at(key.added_at_ms)}</td>
        <td data-label="Now">${key.current ? html`<span class="chip good">signs</span>` : html`<span class="faint">retired</span>`}</td>
      </tr>`)}</tbody>
    </table>`;
  }
}

function decisions(rows) {
  return html`<table class="pg-table">
    <caption class="only-read">Decided approvals, newest first</caption>
    <thead><tr><th scope="col">What</th><th scope="col">Decision</th><th scope="col">By</th><th scope="col">Session</th><th scope="col">When</th></tr></thead>
    <tbody>${repeat(rows, (row) => row.request.id, ({ request, resolution, session_id }) => html`<tr>
      <td class="pg-first"><a href=${to.prompt({ kind: 'approval', id: request.id })}>${said(request.title)}</a>
        ${resolution?.reason ? html`<p class="pg-brief">“${said(resolution.reason)}”</p>` : ''}</td>
      <td data-label="Decision">${resolution ? chip(resolution.behavior) : '–'}</td>
      <td data-label="By">${resolution ? html`<span>${said(resolution.by)}${resolution.rule_id ? html` <a href="/ui/rules">and a rule</a>` : ''}</span>` : '–'}</td>
      <td data-label="Session"><a href=${to.session(session_id)}>${said(session_id)}</a></td>
      <td data-label="When">${ago(resolution?.at_ms)}</td>
    </tr>`)}</tbody>
  </table>`;
}

function checkpoints(rows) {
  return html`<table class="pg-table">
    <caption class="only-read">Checkpoints, oldest first</caption>
    <thead><tr><th scope="col">#</th><th scope="col">What</th><th scope="col">Hash</th><th scope="col">Key</th><th scope="col">When</th></tr></thead>
    <tbody>${repeat(rows, (row) => row.checkpoint_id, (row) => html`<tr>
      <td data-label="Number">${row.sequence}</td>
      <td data-label="What">${row.type === 'key' ? html`<span>a key: <code>${row.key_id_added}</code></span>`
        : row.run_id === 'admin' ? html`<span>${row.count} record${row.count === 1 ? '' : 's'} of administration</span>`
        : html`<span>${row.count} record${row.count === 1 ? '' : 's'} of <a href=${to.run(row.run_id)}>a run</a> in ${said(row.session_id)}</span>`}</td>
      <td data-label="Hash"><code class="pg-id" title=${row.record_hash}>${row.record_hash.slice(0, 16)}</code></td>
      <td data-label="Key"><code class="pg-id">${row.key_id}</code></td>
      <td data-label="When">${ago(row.timestamp_ms)}</td>
    </tr>`)}</tbody>
  </table>`;
}

customElements.define('hp-audit', Audit);

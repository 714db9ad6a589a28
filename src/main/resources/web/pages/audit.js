// Who decided what, and the proof of what was done: its keys, how far it has come, how to take it away and verify it.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { locale, t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { api } from '../net/api.js';
import { live } from '../net/live.js';
import { to } from '../router.js';
import { deciderWords, titleWords } from '../format/words.js';
import { outcomeChip } from '../parts/outcome.js';
import { Address } from './address.js';
import { ago, at, empty, failed, listed, loading, soon } from './common.js';
import { Listing } from './listing.js';
import { panel, tabs } from './tabs.js';
import './administration.js';

const TABS = [['decisions', t('pages.audit.decisions')], ['administration', t('pages.administration.administration')], ['keys', t('pages.audit.export_tab')]];
const SHOWN = 20;
const DOT = ' · ';

class Audit extends Element {
  #address = new Address(this, ['tab', 'target']);
  #decisions = new Listing(this, { path: '/v1/approvals', key: (row) => row.request.id, query: () => ({ status: 'resolved', limit: SHOWN }) });
  #keys = new Loaded(this, (signal) => api.get('/v1/audit/keys', { signal }));
  #checkpoints = new Listing(this, { path: '/v1/audit/checkpoints', key: (row) => row.checkpoint_id, query: () => ({ limit: SHOWN, order: 'newest_first' }) });
  #soon = soon(() => this.#decisions.load(), 500);

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

  get #tab() {
    const { tab } = this.#address.value;
    return TABS.some(([one]) => one === tab) ? tab : TABS[0][0];
  }

  render() {
    const tab = this.#tab;
    return html`<div class="pg">
      <h1>${t('pages.administration.audit')}</h1>
      ${tabs('audit', t('pages.audit.on_record'), TABS, tab, (next) => this.#address.put({ tab: next === TABS[0][0] ? '' : next, target: '' }))}
      ${panel('audit', tab, this.#shown(tab))}
    </div>`;
  }

  #shown(tab) {
    if (tab === 'administration') return html`<hp-administration></hp-administration>`;
    return tab === 'keys' ? this.#proof() : this.#decided();
  }

  #decided() {
    return html`<section aria-labelledby="decided"><h2 id="decided">${t('pages.audit.recent')}</h2>
      ${listed(this.#decisions, { nothing: empty(t('pages.audit.none')), rows: decisions })}
      <p><a href="/ui/history">${t('pages.audit.all')}</a></p></section>`;
  }

  #proof() {
    return html`<section class="card" aria-labelledby="verify"><h2 id="verify">${t('pages.audit.verify')}</h2>
        <p>${t('pages.audit.chain')}</p>
        <pre class="pg-command">holdpoint audit export --to ledger.ndjson
holdpoint audit verify ledger.ndjson --public-key audit-public-key</pre>
        <p><a class="button" href="/v1/audit/export" download="ledger.ndjson">${t('pages.audit.download')}</a></p>
        <p class="faint">${t('pages.audit.head', { verify: html`<code>verify</code>`, option: html`<code>--expect-head</code>` })}</p>
      </section>
      <section aria-labelledby="keys"><h2 id="keys">${t('pages.audit.keys')}</h2>${this.#keyRows()}</section>
      <section aria-labelledby="checkpoints"><h2 id="checkpoints">${t('pages.audit.checkpoints')}</h2>
        ${listed(this.#checkpoints, { nothing: empty(t('pages.audit.no_checkpoints')), rows: checkpoints })}</section>`;
  }

  #keyRows() {
    const { value: keys, problem } = this.#keys;
    if (problem && !keys) return failed(problem, () => this.#keys.load());
    if (!keys) return loading();
    return html`<ul class="pg-rows" aria-label=${t('pages.audit.keys_list')}>${keys.map((key) => html`<li class="pg-row">
      <span class="pg-row-first"><code>${key.public_key}</code></span>
      <span class="pg-row-end">${key.current ? html`<span class="chip good">${t('pages.audit.signs')}</span>` : html`<span class="chip">${t('pages.administration.retired')}</span>`}</span>
      <span class="pg-row-second"><code>${key.key_id}</code></span>
      <span class="pg-row-far">${t('pages.audit.since', { when: at(key.added_at_ms) })}</span>
    </li>`)}</ul>`;
  }
}

function decisions(rows) {
  return html`<ul class="pg-rows" aria-label=${t('pages.audit.decisions_list')}>${repeat(rows, (row) => row.request.id, ({ request, resolution, session_id: session }) => html`<li class="pg-row">
    <span class="pg-row-first"><a href=${to.prompt({ kind: 'approval', id: request.id })}>${said(titleWords(request))}</a></span>
    <span class="pg-row-end">${resolution ? html`${outcomeChip(resolution.outcome)} <span class="pg-quiet">${t('pages.common.by', { name: said(deciderWords(resolution.by)) })}</span>` : ''}</span>
    <span class="pg-row-second"><a class="pg-quiet" href=${to.session(session)}>${said(sessionName(session))}</a>${resolution?.reason ? html`${DOT}${t('pages.common.quote', { text: said(resolution.reason) })}` : ''}${
      resolution?.rule_id ? html`${DOT}<a class="pg-quiet" href=${to.rule(resolution.rule_id)}>${t('pages.audit.rule')}</a>` : ''}</span>
    <span class="pg-row-far">${ago(resolution?.at_ms)}</span>
  </li>`)}</ul>`;
}

function checkpoints(rows) {
  return html`<ul class="pg-rows" aria-label=${t('pages.audit.checkpoints_list')}>${repeat(rows, (row) => row.checkpoint_id, (row) => html`<li class="pg-row">
    <span class="pg-row-first">${row.sequence.toLocaleString(locale)}. ${row.type === 'key' ? t('pages.audit.key', { key: html`<code>${row.key_id_added}</code>` })
      : row.run_id === 'admin' ? t('pages.audit.records_admin', { count: row.count })
        : t('pages.audit.records_run', { count: row.count, run: html`<a href=${to.run(row.run_id)}>${t('pages.audit.a_run')}</a>`, session: said(sessionName(row.session_id, '', t('pages.audit.a_session'))) })}</span>
    <span class="pg-row-end"></span>
    <span class="pg-row-second"><code title=${row.record_hash}>${row.record_hash.slice(0, 16)}</code>${DOT}${t('pages.audit.signed_with', { key: html`<code>${row.key_id}</code>` })}</span>
    <span class="pg-row-far">${ago(row.timestamp_ms)}</span>
  </li>`)}</ul>`;
}

customElements.define('hp-audit', Audit);

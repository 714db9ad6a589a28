// All runs, the newest first.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { live } from '../net/live.js';
import { Address } from './address.js';
import { filters, pick } from './filters.js';
import { Listing } from './listing.js';
import { runRows } from './run-rows.js';
import { words } from './words.js';

const STATUSES = ['queued', 'running', 'waiting_for_approval', 'waiting_for_user_question', 'completed', 'failed', 'interrupted', 'cancelled'];
const ANY_STATUS = [['', t('pages.common.any_status')], ...STATUSES.map((status) => [status, words(status)])];

class Runs extends Element {
  #address = new Address(this, ['status', 'session_id'], () => this.#list.load({ anew: true }));
  #list = new Listing(this, { path: '/v1/runs', key: (run) => run.run_id, query: () => this.#address.value, at: (run) => run.submitted_at_ms });

  connectedCallback() {
    super.connectedCallback();
    this.finally(live.watch({ all: true }, (type, data) => type === 'run_updated' && this.#list.put(data.run, this.#fits(data.run))));
    this.listen(live, 'resync', () => this.#list.load());
    this.#list.load();
  }

  #fits(run) {
    const { status, session_id: session } = this.#address.value;
    return (!status || run.status === status) && (!session || run.session_id === session);
  }

  render() {
    const { status } = this.#address.value;
    return html`<div class="pg">
      <h1>${t('pages.runs.runs')}</h1>
      ${filters(this.#address, pick(t('pages.common.status'), status, ANY_STATUS, (one) => this.#address.put({ status: one })))}
      ${runRows(this.#list, this.#address.count
        ? { nothing: t('pages.common.no_results'), hint: t('pages.runs.no_match') }
        : { nothing: t('pages.runs.none'), hint: t('pages.runs.none_hint') })}
    </div>`;
  }
}

customElements.define('hp-runs', Runs);

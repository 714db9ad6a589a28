// What is on its way out, what has arrived, and what was given up.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { live } from '../net/live.js';
import { Address } from './address.js';
import { empty, every, listed } from './common.js';
import { deliveryRows } from './delivery-rows.js';
import { filters, pick } from './filters.js';
import { Listing } from './listing.js';

const STATUSES = [['', t('pages.common.any_status')], ['dead_lettered', t('pages.deliveries.failed')], ['retrying', t('pages.deliveries.retrying')], ['pending', t('pages.deliveries.waiting')], ['delivered', t('pages.deliveries.delivered')]];
const FILTERS = ['status', 'plugin', 'session_id', 'run_id'];

class Deliveries extends Element {
  #address = new Address(this, FILTERS, () => this.#list.load({ anew: true }));
  #list = new Listing(this, { path: '/v1/deliveries', key: (row) => row.delivery_id, query: () => this.#address.value });
  #plugins = new Set();

  connectedCallback() {
    super.connectedCallback();
    // The stream does not tell of deliveries.
    this.finally(every(4_000, () => this.#list.pending || this.#list.load()));
    this.listen(live, 'resync', () => this.#list.load());
    this.#list.load();
  }

  render() {
    const { value: chosen } = this.#address;
    return html`<div class="pg">
      <h1>${t('pages.deliveries.deliveries')}</h1>
      ${filters(this.#address, html`${pick(t('pages.common.status'), chosen.status, STATUSES, (status) => this.#address.put({ status }))}
        ${pick(t('pages.deliveries.connector'), chosen.plugin, this.#connectors(chosen.plugin), (plugin) => this.#address.put({ plugin }))}`)}
      ${listed(this.#list, {
        nothing: this.#nothing(chosen),
        rows: (rows) => deliveryRows(rows, { replayed: () => this.#list.load() }),
      })}
    </div>`;
  }

  #nothing({ status }) {
    if (status === 'dead_lettered') return empty(t('pages.deliveries.none_failed'), t('pages.deliveries.all_sent'));
    return this.#address.count ? empty(t('pages.common.no_results'), t('pages.deliveries.no_match')) : empty(t('pages.deliveries.none'), t('pages.deliveries.none_hint'));
  }

  /** Those that were seen here; the address may name another. */
  #connectors(chosen) {
    for (const { plugin } of this.#list.rows) this.#plugins.add(plugin);
    if (chosen) this.#plugins.add(chosen);
    return [['', t('pages.deliveries.any_connector')], ...[...this.#plugins].sort().map((name) => [name, name])];
  }
}

customElements.define('hp-deliveries', Deliveries);

// What is on its way out, what has arrived, and what was given up.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { live } from '../net/live.js';
import { empty, every, listed } from './common.js';
import { deliveryRows } from './delivery-rows.js';
import { Listing } from './listing.js';
import { words } from './words.js';

const STATUSES = ['dead_lettered', 'retrying', 'pending', 'delivered'];

class Deliveries extends Element {
  static properties = { status: { state: true } };
  #list = new Listing(this, { path: '/v1/deliveries', key: (row) => row.delivery_id, query: () => ({ status: this.status }) });

  connectedCallback() {
    super.connectedCallback();
    this.status ??= '';
    // The stream does not tell of deliveries.
    this.finally(every(4_000, () => this.#list.pending || this.#list.load()));
    this.listen(live, 'resync', () => this.#list.load());
    this.#list.load();
  }

  render() {
    return html`<div class="pg">
      <h1>Deliveries</h1>
      <div class="pg-tools"><div><label for="delivery-status">Status</label>
        <select id="delivery-status" @change=${(event) => this.#choose(event.target.value)}>
          <option value="">All</option>${STATUSES.map((status) => html`<option value=${status} ?selected=${this.status === status}>${words(status)}</option>`)}
        </select></div></div>
      ${listed(this.#list, {
        nothing: this.status === 'dead_lettered'
          ? empty('No dead letters', 'All deliveries were sent.')
          : this.status ? empty(`No delivery is ${words(this.status)}`) : empty('No deliveries yet', 'Outputs of runs are sent to the reply targets of their sessions.'),
        rows: (rows) => deliveryRows(rows, { replayed: () => this.#list.load() }),
      })}
    </div>`;
  }

  #choose(status) {
    this.status = status;
    this.#list.load({ anew: true });
  }
}

customElements.define('hp-deliveries', Deliveries);

// All runs, the newest first.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { live } from '../net/live.js';
import { Listing } from './listing.js';
import { runRows } from './run-rows.js';
import { words } from './words.js';

const STATUSES = ['queued', 'running', 'waiting_for_approval', 'waiting_for_user_question', 'completed', 'failed', 'interrupted', 'cancelled'];

class Runs extends Element {
  static properties = { status: { state: true } };
  #list = new Listing(this, { path: '/v1/runs', key: (run) => run.run_id, query: () => ({ status: this.status }), at: (run) => run.submitted_at_ms });

  connectedCallback() {
    super.connectedCallback();
    this.status ??= '';
    this.finally(live.watch({ all: true }, (type, data) => type === 'run_updated' && this.#list.put(data.run, !this.status || data.run.status === this.status)));
    this.listen(live, 'resync', () => this.#list.load());
    this.#list.load();
  }

  render() {
    return html`<div class="pg">
      <h1>Runs</h1>
      <div class="pg-tools"><div><label for="run-status">Status</label>
        <select id="run-status" @change=${(event) => this.#choose(event.target.value)}>
          <option value="">All</option>${STATUSES.map((status) => html`<option value=${status} ?selected=${this.status === status}>${words(status)}</option>`)}
        </select></div></div>
      ${runRows(this.#list, {
        nothing: this.status ? `No run is ${words(this.status)}` : 'No runs yet',
        hint: this.status ? '' : 'A run starts when a session gets work.',
      })}
    </div>`;
  }

  #choose(status) {
    this.status = status;
    this.#list.load({ anew: true });
  }
}

customElements.define('hp-runs', Runs);

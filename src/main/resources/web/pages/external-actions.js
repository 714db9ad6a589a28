// <hp-external-actions .runId>: what a run did outside, and whether the chain of its records is whole.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { segment } from '../net/api.js';
import { to } from '../router.js';
import { checked } from './chain.js';
import { ago, listed, soon } from './common.js';
import { Listing } from './listing.js';
import { words } from './words.js';

class ExternalActions extends Element {
  static properties = { runId: { attribute: false }, asOf: { attribute: false } };
  #list = new Listing(this, { path: () => `/v1/runs/${segment(this.runId)}/external-actions`, key: (row) => row.action_id, query: () => ({ limit: 100 }) });
  #soon = soon(() => this.#list.load(), 300);

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#soon.stop();
  }

  willUpdate(changed) {
    if (changed.has('runId')) this.#list.load({ anew: true });
    else if (changed.has('asOf')) this.#soon();
  }

  render() {
    return html`<section class="pg-section" aria-labelledby="outside"><h2 id="outside">External actions</h2>
      ${listed(this.#list, { nothing: html`<p class="faint">No external actions.</p>`, rows: (rows) => this.#chain(rows) })}
    </section>`;
  }

  #chain(rows) {
    const { whole, links } = checked(rows);
    return html`<p class=${whole ? 'pg-proof good' : 'pg-proof bad'} role="status"><strong>${whole ? '✓ The chain is intact' : '✗ The chain is broken'}</strong>:
        ${whole ? `${rows.length} records, numbered without a gap, each with the hash of the previous one.` : 'a record does not match the previous one.'}
        Signatures and hashes are verified by <code>holdpoint audit verify</code>.</p>
      <table class="pg-table">
        <caption class="only-read">External actions, in the order of the chain</caption>
        <thead><tr><th scope="col">#</th><th scope="col">What</th><th scope="col">Outcome</th><th scope="col">Allowed by</th><th scope="col">Hashes</th><th scope="col">When</th></tr></thead>
        <tbody>${links.map(({ action, holds, why }) => html`<tr>
          <td data-label="Number">${action.sequence}</td>
          <td data-label="What"><span><strong>${words(action.kind)}</strong>, ${action.phase}<br><code>${said(action.target)}</code></span></td>
          <td data-label="Outcome">${action.outcome ? said(action.outcome) : '–'}</td>
          <td data-label="Allowed by"><span>${said(action.principal_id)}${grant(action.grant_id)}</span></td>
          <td data-label="Hashes"><span><code class="pg-id" title=${action.record_hash}>${action.record_hash.slice(0, 12)}</code>
            <span class="faint">after</span> <code class="pg-id" title=${action.prev_hash ?? 'the first'}>${action.prev_hash?.slice(0, 12) ?? 'none'}</code><br>
            ${holds ? html`<span class="chip good">✓ follows</span>` : html`<span class="chip bad">✗ ${why}</span>`}</span></td>
          <td data-label="When">${ago(action.timestamp_ms)}</td>
        </tr>`)}</tbody>
      </table>`;
  }
}

/** What allowed it: an approval, or whatever else has an id. */
function grant(one) {
  if (!one) return '';
  return html`<br>${one.startsWith('apr_') ? html`<a href=${to.prompt({ kind: 'approval', id: one })}>View request</a>` : html`<code class="pg-id">${said(one)}</code>`}`;
}

customElements.define('hp-external-actions', ExternalActions);

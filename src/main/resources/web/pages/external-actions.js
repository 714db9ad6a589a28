// <hp-external-actions .runId>: what a run did outside, and whether the chain of its records is whole.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { segment } from '../net/api.js';
import { to } from '../router.js';
import { checked } from './chain.js';
import { ago, facts, id, listed, soon } from './common.js';
import { Listing } from './listing.js';
import { fault, words } from './words.js';

const NAMES = {
  tool_process: 'Command', tool: 'Tool', http_call: 'HTTP request', delivery: 'Delivery', mcp_call: 'MCP tool', model_request: 'Model request', decision: 'Decision',
};

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
      <ul class="pg-rows" aria-label="External actions, in the order of the chain">${repeat(links, ({ action }) => action.action_id, ({ action, holds, why }) => html`<li class="pg-row">
        <span class="pg-row-first">${action.sequence.toLocaleString()}. ${NAMES[action.kind] ?? words(action.kind)}, ${action.phase}${action.target && !action.target.includes(':sha256:') ? html` <code>${said(action.target)}</code>` : ''}</span>
        <span class="pg-row-end">${holds ? html`<span class="chip good">✓ follows</span>` : html`<span class="chip bad">✗ ${why}</span>`}</span>
        <div class="pg-row-second"><p class="pg-row-line">${outcome(action.outcome)}allowed by ${said(action.principal_id)}</p>
          <details class="pg-details"><summary>Details</summary>${facts([
            ['Target', id(action.target)], ['Allowed with', grant(action.grant_id)], ['Hash', id(action.record_hash)], ['After', action.prev_hash ? id(action.prev_hash) : 'none'],
          ])}</details></div>
        <span class="pg-row-far">${ago(action.timestamp_ms)}</span>
      </li>`)}</ul>`;
  }
}

function outcome(told) {
  if (!told) return '';
  return html`${told.startsWith('failed:') ? html`<span class="wrong">${fault(told)}</span>` : said(words(told))} · `;
}

/** What allowed it: an approval, or whatever else has an id. */
function grant(one) {
  if (!one) return null;
  return one.startsWith('apr_') ? html`<a href=${to.prompt({ kind: 'approval', id: one })}>View request</a>` : id(one);
}

customElements.define('hp-external-actions', ExternalActions);

// <hp-external-actions .runId>: what a run did outside, and whether the chain of its records is whole.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { locale, t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { segment } from '../net/api.js';
import { to } from '../router.js';
import { checked } from './chain.js';
import { ago, facts, id, listed, soon } from './common.js';
import { Listing } from './listing.js';
import { fault, words } from './words.js';

const NAMES = {
  tool_process: t('pages.external_actions.command'), tool: t('pages.external_actions.tool'), http_call: t('pages.external_actions.http'), delivery: t('pages.delivery_rows.delivery'), mcp_call: t('pages.external_actions.mcp'), model_request: t('pages.external_actions.model'), decision: t('pages.external_actions.decision'),
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
    return html`<section class="pg-section" aria-labelledby="outside"><h2 id="outside">${t('pages.external_actions.title')}</h2>
      ${listed(this.#list, { nothing: html`<p class="faint">${t('pages.external_actions.none')}</p>`, rows: (rows) => this.#chain(rows) })}
    </section>`;
  }

  #chain(rows) {
    const { whole, links } = checked(rows);
    return html`<p class=${whole ? 'pg-proof good' : 'pg-proof bad'} role="status"><strong>${whole ? t('pages.external_actions.intact') : t('pages.external_actions.broken')}</strong>:
        ${whole ? t('pages.external_actions.whole', { count: rows.length }) : t('pages.external_actions.cut')}
        ${t('pages.external_actions.verified_by', { command: html`<code>holdpoint audit verify</code>` })}</p>
      <ul class="pg-rows" aria-label=${t('pages.external_actions.list')}>${repeat(links, ({ action }) => action.action_id, ({ action, holds, why }) => html`<li class="pg-row">
        <span class="pg-row-first">${action.sequence.toLocaleString(locale)}. ${NAMES[action.kind] ?? words(action.kind)}, ${words(action.phase)}${action.target && !action.target.includes(':sha256:') ? html` <code>${said(action.target)}</code>` : ''}</span>
        <span class="pg-row-end">${holds ? html`<span class="chip good">✓ ${t('pages.external_actions.follows')}</span>` : html`<span class="chip bad">✗ ${why}</span>`}</span>
        <div class="pg-row-second"><p class="pg-row-line">${outcome(action.outcome)}${t('pages.external_actions.allowed_by', { name: said(action.principal_id) })}</p>
          <details class="pg-details"><summary>${t('parts.common.details')}</summary>${facts([
            [t('pages.external_actions.target'), id(action.target)], [t('pages.external_actions.allowed_with'), grant(action.grant_id)], [t('pages.external_actions.hash'), id(action.record_hash)], [t('pages.external_actions.after'), action.prev_hash ? id(action.prev_hash) : t('pages.external_actions.none_before')],
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
  return one.startsWith('apr_') ? html`<a href=${to.prompt({ kind: 'approval', id: one })}>${t('pages.common.view_request')}</a>` : id(one);
}

customElements.define('hp-external-actions', ExternalActions);

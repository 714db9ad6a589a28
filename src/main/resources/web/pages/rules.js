// Standing answers: what is allowed, asked or denied without a person, by whom that was said, and how to take it back.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { api, segment } from '../net/api.js';
import { me } from '../state/me.js';
import { live } from '../net/live.js';
import { to } from '../router.js';
import { ago, at, attempt, chip, empty, every, listed } from './common.js';
import { confirmed } from './confirm.js';
import { Listing } from './listing.js';
import './new-rule.js';

class Rules extends Element {
  static properties = { making: { state: true } };
  #list = new Listing(this, { path: '/v1/permission-rules', key: (rule) => rule.rule_id });

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#list.load());
    this.finally(every(10_000, () => this.#list.pending || this.#list.load()));
    this.#list.load();
  }

  render() {
    return html`<div class="pg">
      <div class="line"><h1>Rules</h1>
        ${me.decides ? html`<button class="primary" aria-expanded=${this.making ? 'true' : 'false'} @click=${() => (this.making = !this.making)}>New rule</button>` : ''}</div>
      <p class="faint">Rules decide without asking. Deny wins; otherwise the most specific rule applies.</p>
      ${this.making ? html`<hp-new-rule @made=${() => this.#made()} @left=${() => (this.making = false)}></hp-new-rule>` : ''}
      ${listed(this.#list, {
        nothing: empty('No rules yet', 'Create one here, or when you allow a call and remember it.'),
        rows: (rows) => html`<ul class="pg-cards" aria-label="Rules">${repeat(rows, (rule) => rule.rule_id, (rule) => this.#card(rule))}</ul>`,
      })}
    </div>`;
  }

  #card(rule) {
    return html`<li class="card">
      <div class="line"><p class="pg-lead">${chip(rule.behavior)} <code>${said(rule.tool)}</code>${rule.command ?? rule.target ? html` <code>${said(rule.command ?? rule.target)}</code>` : ''}</p>
        ${me.decides ? html`<button class="deny" aria-describedby="rule-${rule.rule_id}" @click=${() => this.#revoke(rule)}>Revoke</button>` : ''}</div>
      <p id="rule-${rule.rule_id}">${said(rule.explanation)}</p>
      <p class="faint">${rule.status === 'active' ? '' : html`${chip(rule.status)} · `}${rule.uses} use${rule.uses === 1 ? '' : 's'}${rule.max_uses ? ` of ${rule.max_uses}` : ''}
        · by ${said(rule.created_by)}, ${ago(rule.created_at_ms)}
        ${rule.expires_at_ms ? html`· until ${at(rule.expires_at_ms)}` : ''}
        ${rule.scope.kind === 'session' ? html`· <a href=${to.session(rule.scope.id)}>${said(rule.scope.id)}</a>` : ''}
        ${rule.source_approval_id ? html`· <a href=${to.prompt({ kind: 'approval', id: rule.source_approval_id })}>from this approval</a>` : ''}</p>
    </li>`;
  }

  #made() {
    this.making = false;
    this.#list.load();
  }

  async #revoke(rule) {
    const sure = await confirmed({ title: 'Revoke the rule?', text: `${rule.explanation} It no longer applies to new calls.`, action: 'Revoke' });
    if (sure && (await attempt('The rule was revoked.', () => api.delete(`/v1/permission-rules/${segment(rule.rule_id)}`))) !== undefined) this.#list.load();
  }
}

customElements.define('hp-rules', Rules);

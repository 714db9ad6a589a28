// Standing answers: what is allowed, asked or denied without a person, by whom that was said, and how to take it back.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { api, segment } from '../net/api.js';
import { me } from '../state/me.js';
import { live } from '../net/live.js';
import { to } from '../router.js';
import { Address } from './address.js';
import { ago, attempt, chip, empty, every, listed } from './common.js';
import { confirmed } from './confirm.js';
import { filters, find, pick } from './filters.js';
import { Listing } from './listing.js';
import './new-rule.js';
import { effect, plainly, uses } from './rule-words.js';
import './until.js';

const FILTERS = ['q', 'behavior', 'scope', 'status', 'covers', 'by'];
const EFFECTS = [['', 'Any effect'], ['allow', 'Allow'], ['ask', 'Ask'], ['deny', 'Deny']];
const SCOPES = [['', 'Any scope'], ['session', 'One session'], ['project', 'One project'], ['user', 'Every session']];
const STATES = [['', 'Any status'], ['active', 'Active'], ['expired', 'Expired'], ['used_up', 'Used up']];
const COVERS = [['', 'Any calls'], ['tool', 'Every call of a tool'], ['some', 'Commands and targets']];
const LABEL = 'Rules';
const DOT = ' · ';

class Rules extends Element {
  static properties = { making: { state: true } };
  #address = new Address(this, FILTERS);
  #list = new Listing(this, { path: '/v1/permission-rules', key: (rule) => rule.rule_id });

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#list.load());
    this.finally(every(10_000, () => this.#list.pending || this.#list.load()));
    this.#list.load();
  }

  render() {
    const { value: chosen } = this.#address;
    const put = (name) => (value) => this.#address.put({ [name]: value });
    return html`<div class="pg">
      <div class="line"><h1>Rules</h1>
        ${me.decides ? html`<button class="primary" aria-expanded=${this.making ? 'true' : 'false'} @click=${() => (this.making = !this.making)}>New rule</button>` : ''}</div>
      <p class="faint">Rules decide without asking. Deny wins; otherwise the most specific rule applies.</p>
      ${this.making ? html`<hp-new-rule @made=${() => this.#made()} @left=${() => (this.making = false)}></hp-new-rule>` : ''}
      ${filters(this.#address, html`${find('Filter rules', chosen.q, put('q'))}
        ${pick('Effect', chosen.behavior, EFFECTS, put('behavior'))}
        ${pick('Scope', chosen.scope, SCOPES, put('scope'))}
        ${pick('Status', chosen.status, STATES, put('status'))}
        ${pick('Calls', chosen.covers, COVERS, put('covers'))}`)}
      ${listed(this.#list, {
        nothing: empty('No rules yet', 'Create one here, or when you allow a call and remember it.'),
        rows: (rows) => this.#rows(rows.filter((rule) => this.#fits(rule))),
      })}
    </div>`;
  }

  #fits(rule) {
    const { q, behavior, scope, status, covers, by } = this.#address.value;
    const wanted = q.trim().toLowerCase();
    return (!behavior || rule.behavior === behavior) && (!scope || rule.scope.kind === scope) && (!status || rule.status === status)
      && (!covers || (covers === 'tool') === (!rule.command && !rule.target)) && (!by || rule.created_by === by)
      && [plainly(effect(rule)), rule.scope.id ?? '', rule.created_by].some((text) => text.toLowerCase().includes(wanted));
  }

  #rows(rows) {
    if (rows.length === 0) return empty('No matching rules', this.#list.next ? 'More rules are not loaded yet.' : '');
    return html`<ul class="pg-rows" aria-label=${LABEL}>${repeat(rows, (rule) => rule.rule_id, (rule) => html`<li class="pg-row">
      <span class="pg-row-first"><a href=${to.rule(rule.rule_id)}>${effectTemplate(rule)}</a></span>
      <span class="pg-row-end">${rule.status === 'active' ? '' : chip(rule.status)}
        ${me.decides ? html`<button class="pg-small deny" aria-label="Revoke: ${plainly(effect(rule))}" @click=${() => this.#revoke(rule)}>Revoke</button>` : ''}</span>
      <span class="pg-row-second">${scopeTemplate(rule.scope)}${DOT}${untilTemplate(rule)}${DOT}by ${said(rule.created_by)}, ${ago(rule.created_at_ms)}</span>
      <span class="pg-row-far">${uses(rule)}</span>
    </li>`)}</ul>`;
  }

  #made() {
    this.making = false;
    this.#list.load();
  }

  async #revoke(rule) {
    if (await revoked(rule)) this.#list.load();
  }
}

/** Asks first; says whether the rule is gone. */
export async function revoked(rule) {
  const sure = await confirmed({ title: 'Revoke the rule?', text: `${plainly(effect(rule))}. It no longer applies to new calls.`, action: 'Revoke' });
  return Boolean(sure) && (await attempt('The rule was revoked.', () => api.delete(`/v1/permission-rules/${segment(rule.rule_id)}`))) !== undefined;
}

export function effectTemplate(rule) {
  return effect(rule).map(({ text, code }) => (code === undefined ? text : html`<code>${said(code)}</code>`));
}

export function scopeTemplate(scope) {
  if (scope.kind === 'user') return 'every session';
  return scope.kind === 'session' ? html`<a class="pg-quiet" href=${to.session(scope.id)}>${said(sessionName(scope.id, '', 'one session'))}</a>` : html`project ${said(scope.id)}`;
}

export function untilTemplate({ expires_at_ms: atMs }) {
  return atMs ? html`<hp-until at-ms=${atMs} .before=${'expires in '} .due=${'expired'}></hp-until>` : 'until revoked';
}

customElements.define('hp-rules', Rules);

// Standing answers: what is allowed, asked or denied without a person, by whom that was said, and how to take it back.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
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
import { expiresIn } from './until.js';

const FILTERS = ['q', 'behavior', 'scope', 'status', 'covers', 'by'];
const EFFECTS = [['', t('pages.rules.any_effect')], ['allow', t('pages.rules.allow')], ['ask', t('pages.rules.ask')], ['deny', t('pages.rules.deny')]];
const SCOPES = [['', t('pages.rules.any_scope')], ['session', t('pages.new_rule.one_session')], ['project', t('pages.new_rule.one_project')], ['user', t('pages.new_rule.every_session')]];
const STATES = [['', t('pages.common.any_status')], ['active', t('pages.rules.active')], ['expired', t('pages.rules.expired')], ['used_up', t('pages.rules.used_up')]];
const COVERS = [['', t('pages.rules.any_calls')], ['tool', t('pages.rules.of_tool')], ['some', t('pages.rules.some')]];
const LABEL = t('pages.rules.rules');
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
      <div class="line"><h1>${t('pages.rules.rules')}</h1>
        ${me.decides ? html`<button class="primary" aria-expanded=${this.making ? 'true' : 'false'} @click=${() => (this.making = !this.making)}>${t('pages.new_rule.new')}</button>` : ''}</div>
      <p class="faint">${t('pages.rules.about')}</p>
      ${this.making ? html`<hp-new-rule @made=${() => this.#made()} @left=${() => (this.making = false)}></hp-new-rule>` : ''}
      ${filters(this.#address, html`${find(t('pages.rules.filter'), chosen.q, put('q'))}
        ${pick(t('pages.new_rule.effect'), chosen.behavior, EFFECTS, put('behavior'))}
        ${pick(t('pages.rules.scope'), chosen.scope, SCOPES, put('scope'))}
        ${pick(t('pages.common.status'), chosen.status, STATES, put('status'))}
        ${pick(t('pages.rules.calls'), chosen.covers, COVERS, put('covers'))}`)}
      ${listed(this.#list, {
        nothing: empty(t('pages.rules.none'), t('pages.rules.none_hint')),
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
    if (rows.length === 0) return empty(t('pages.rules.no_match'), this.#list.next ? t('pages.rules.more') : '');
    return html`<ul class="pg-rows" aria-label=${LABEL}>${repeat(rows, (rule) => rule.rule_id, (rule) => html`<li class="pg-row">
      <span class="pg-row-first"><a href=${to.rule(rule.rule_id)}>${effectTemplate(rule)}</a></span>
      <span class="pg-row-end">${rule.status === 'active' ? '' : chip(rule.status)}
        ${me.decides ? html`<button class="pg-small deny" aria-label=${t('pages.rules.revoke_named', { rule: plainly(effect(rule)) })} @click=${() => this.#revoke(rule)}>${t('pages.common.revoke')}</button>` : ''}</span>
      <span class="pg-row-second">${scopeTemplate(rule.scope)}${DOT}${untilTemplate(rule)}${DOT}${t('pages.rules.by_when', { name: said(rule.created_by), when: ago(rule.created_at_ms) })}</span>
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
  const sure = await confirmed({ title: t('pages.rules.revoke_title'), text: t('pages.rules.revoke_text', { rule: plainly(effect(rule)) }), action: t('pages.common.revoke') });
  return Boolean(sure) && (await attempt(t('pages.rules.revoked'), () => api.delete(`/v1/permission-rules/${segment(rule.rule_id)}`))) !== undefined;
}

export function effectTemplate(rule) {
  return effect(rule).map(({ text, code }) => (code === undefined ? text : html`<code>${said(code)}</code>`));
}

export function scopeTemplate(scope) {
  if (scope.kind === 'user') return t('pages.rules.every_session');
  return scope.kind === 'session' ? html`<a class="pg-quiet" href=${to.session(scope.id)}>${said(sessionName(scope.id, '', t('pages.rules.one_session')))}</a>` : t('pages.rules.project', { project: said(scope.id) });
}

export function untilTemplate({ expires_at_ms: atMs }) {
  return atMs ? html`<hp-until at-ms=${atMs} .before=${expiresIn} .due=${t('pages.until.expired')}></hp-until>` : t('pages.rules.until_revoked');
}

customElements.define('hp-rules', Rules);

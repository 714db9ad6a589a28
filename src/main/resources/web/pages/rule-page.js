// One rule: what it says, for whom and until when, and the calls that it decided last.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { callTitle } from '../format/words.js';
import { me } from '../state/me.js';
import { entitle } from '../state/title.js';
import { router, to } from '../router.js';
import { ago, at, chip, every, facts, failed, id, loading, stale } from './common.js';
import { effectTemplate, revoked, scopeTemplate, untilTemplate } from './rules.js';
import { effect, plainly, uses } from './rule-words.js';
import { words } from './words.js';

const LOOKED_AT = 1_000;
const EFFECTS = { allow: t('pages.rule_page.runs'), ask: t('pages.rule_page.asks'), deny: t('pages.rule_page.not') };
const LABEL = t('pages.rule_page.last_uses');

class RulePage extends Element {
  static properties = { ruleId: { attribute: false } };
  #rule = new Loaded(this, (signal) => api.get(`/v1/permission-rules/${segment(this.ruleId)}`, { signal }));
  /** Of the calls that it matches those that it decided. Who may not decide may not look. */
  #past = new Loaded(this, (signal) => api.post('/v1/permission-rules/preview', { rule_id: this.ruleId, limit: LOOKED_AT }, { signal, changes: false }));

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#load());
    this.finally(every(10_000, () => this.#rule.pending || this.#load()));
    if (this.hasUpdated) this.#load();
  }

  willUpdate(changed) {
    if (!changed.has('ruleId')) return;
    this.#rule.value = undefined;
    this.#past.value = undefined;
    this.#load();
  }

  #load() {
    this.#rule.load();
    if (me.decides) this.#past.load();
  }

  render() {
    const { value: rule, problem } = this.#rule;
    const up = html`<p class="pg-up"><a href="/ui/rules">${t('pages.rules.rules')}</a></p>`;
    if (problem && (!rule || problem.status === 404)) return html`<div class="pg">${up}<h1>${t('pages.rule_page.rule')}</h1>${failed(problem, problem.status === 404 ? undefined : () => this.#load())}</div>`;
    if (!rule) return html`<div class="pg">${up}<h1>${t('pages.rule_page.rule')}</h1>${loading()}</div>`;
    entitle(plainly(effect(rule)));
    return html`<div class="pg">${up}
      <div class="line"><h1><span class="pg-title">${effectTemplate(rule)}</span> ${chip(rule.status)}</h1>
        ${me.decides ? html`<button class="deny" @click=${() => this.#revoke(rule)}>${t('pages.common.revoke')}</button>` : ''}</div>
      ${problem ? stale(problem, () => this.#load()) : ''}
      <div class="pg-split">
        <div class="pg-main">${me.decides ? html`<section aria-labelledby="uses"><h2 id="uses">${t('pages.rule_page.last_uses')}</h2>${this.#uses(rule)}</section>` : ''}</div>
        <div class="pg-side"><section class="card" aria-labelledby="about"><h2 id="about">${t('pages.common.about')}</h2>
          ${facts([
            [t('pages.new_rule.effect'), EFFECTS[rule.behavior]],
            [t('pages.rule_page.applies'), rule.scope.kind === 'user' ? t('pages.new_rule.every_session') : scopeTemplate(rule.scope)],
            [t('pages.rule_page.until'), rule.expires_at_ms ? html`${untilTemplate(rule)} (${at(rule.expires_at_ms)})` : t('pages.common.until_revoked')],
            [t('pages.rule_page.uses'), uses(rule)],
            [t('pages.rule_page.passkey'), rule.step_up ? t('pages.rule_page.takes_passkey') : null],
            [t('pages.rule_page.created'), t('pages.rules.by_when', { name: said(rule.created_by), when: ago(rule.created_at_ms) })],
            [t('pages.rule_page.created_with'), rule.source_approval_id ? html`<a href=${to.prompt({ kind: 'approval', id: rule.source_approval_id })}>${t('pages.common.view_request')}</a>` : null],
          ])}
          <details class="pg-details"><summary>${t('parts.common.details')}</summary>${facts([
            [t('pages.rule_page.rule'), id(rule.rule_id)], [t('parts.common.tool'), html`<code>${said(rule.tool)}</code>`],
            [t('pages.external_actions.command'), rule.command ? html`<code>${said(rule.command)}</code>` : null],
            [t('pages.external_actions.target'), rule.target ? html`<code>${said(rule.target)}</code>` : null],
          ])}</details></section></div>
      </div>
    </div>`;
  }

  #uses(rule) {
    const { value: past, problem } = this.#past;
    if (problem && !past) return failed(problem, () => this.#past.load());
    if (!past) return loading();
    const calls = past.matched.filter((call) => call.rule_id === rule.rule_id);
    if (calls.length === 0) {
      return html`<p class="faint">${rule.uses === 0 ? t('pages.rule_page.not_used') : t('pages.rule_page.none_of', { count: past.examined })}</p>`;
    }
    return html`<ul class="pg-rows" aria-label=${LABEL}>${calls.map((call) => html`<li class="pg-row">
      <span class="pg-row-first"><a href=${to.run(call.run_id)}>${said(callTitle(call))}</a></span>
      <span class="pg-row-end"><span class="chip status ${call.decision.startsWith('denied') ? 'bad' : 'good'}">${words(call.decision.replace('_by_rule', ''))}</span></span>
      <span class="pg-row-second"><a class="pg-quiet" href=${to.session(call.session_id)}>${said(sessionName(call.session_id))}</a></span>
      <span class="pg-row-far">${ago(call.requested_at_ms)}</span>
    </li>`)}</ul>`;
  }

  async #revoke(rule) {
    if (await revoked(rule)) router.go('/ui/rules');
  }
}

customElements.define('hp-rule', RulePage);

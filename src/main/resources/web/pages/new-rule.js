// <hp-new-rule>: a rule to be written, with what it would have decided. Tells 'made' or 'left'.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { said } from '../parts/text.js';
import { callTitle, deciderWords } from '../format/words.js';
import { api } from '../net/api.js';
import { to } from '../router.js';
import { ago, empty } from './common.js';
import { rule } from './rule.js';
import { effect, plainly } from './rule-words.js';
import { words } from './words.js';

const BEHAVIORS = [['allow', t('pages.new_rule.allow')], ['ask', t('pages.new_rule.ask')], ['deny', t('pages.new_rule.deny')]];
const SCOPES = [['session', t('pages.new_rule.one_session')], ['project', t('pages.new_rule.one_project')], ['user', t('pages.new_rule.every_session')]];
const TIMES = [['28800000', t('pages.new_rule.hours_8')], ['3600000', t('pages.new_rule.hour')], ['86400000', t('pages.new_rule.day')], ['604800000', t('pages.new_rule.week')], ['2592000000', t('pages.new_rule.days_30')], ['', t('pages.common.until_revoked')]];

class NewRule extends Element {
  static properties = { scope: { state: true }, problem: { state: true }, preview: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.scope = 'session';
  }

  firstUpdated() {
    this.querySelector('input, select').focus();
  }

  render() {
    return html`<section class="card" aria-labelledby="new-rule"><h2 id="new-rule">${t('pages.new_rule.new')}</h2>
      <form class="pg-form" @submit=${(event) => this.#make(event)} @input=${() => (this.preview = null)}>
        ${this.#field('behavior', t('pages.new_rule.effect'), html`<select id="rule-behavior" name="behavior" aria-describedby="rule-behavior-problem">${BEHAVIORS.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select>`)}
        ${this.#field('tool', t('parts.common.tool'), html`<input id="rule-tool" name="tool" required maxlength="300" autocomplete="off" spellcheck="false" aria-describedby="rule-tool-hint rule-tool-problem">`,
          t('pages.new_rule.tool_hint'))}
        ${this.#field('command', t('pages.new_rule.command'), html`<input id="rule-command" name="command" autocomplete="off" spellcheck="false" aria-describedby="rule-command-hint rule-command-problem">`,
          t('pages.new_rule.command_hint'))}
        ${this.#field('target', t('pages.new_rule.target'), html`<input id="rule-target" name="target" maxlength="8400" autocomplete="off" spellcheck="false" aria-describedby="rule-target-hint rule-target-problem">`,
          t('pages.new_rule.target_hint'))}
        ${this.#field('scope', t('pages.new_rule.for'), html`<select id="rule-scope" name="scope" aria-describedby="rule-scope-problem" @change=${(event) => (this.scope = event.target.value)}>${SCOPES.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select>`)}
        ${this.scope === 'user' ? '' : this.#field('scope/id', this.scope === 'session' ? t('parts.common.session') : t('pages.new_rule.project'), html`<input id="rule-scope-id" name="scope_id" required maxlength="200" autocomplete="off" spellcheck="false" aria-describedby="rule-scope-id-problem">`)}
        ${this.#field('expires_at_ms', t('pages.new_rule.how_long'), html`<select id="rule-expires_at_ms" name="lasts_ms" aria-describedby="rule-expires_at_ms-problem">${TIMES.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select>`)}
        ${this.#field('max_uses', t('pages.new_rule.max_uses'), html`<input id="rule-max_uses" name="max_uses" type="number" min="1" max="1000000000" inputmode="numeric" aria-describedby="rule-max_uses-problem">`)}
        <p class="wrong pg-wide" role="alert">${this.problem && !this.problem.errors.length ? this.problem.detail : ''}</p>
        <div class="row pg-wide">
          <button type="button" ?disabled=${this.busy} @click=${() => this.#try()}>${t('pages.new_rule.test')}</button>
          <button class="primary" aria-disabled=${this.busy || !this.preview ? 'true' : 'false'} aria-describedby="rule-create-why">${t('pages.new_rule.create')}</button>
          <button type="button" class="plain" @click=${() => this.dispatchEvent(new Event('left'))}>${t('pages.common.go_back')}</button>
          <span id="rule-create-why" class="faint">${this.preview ? '' : t('pages.new_rule.test_first')}</span>
        </div>
      </form>
      <div role="status">${this.preview ? this.#shown(this.preview) : ''}</div>
    </section>`;
  }

  #field(pointer, label, control, hint = '') {
    const name = `rule-${pointer.replace('/', '-')}`;
    const wrong = this.problem?.errors.find((one) => one.pointer === `/${pointer}`)?.message;
    return html`<div><label for=${name}>${label}</label>${control}
      ${hint ? html`<p id="${name}-hint" class="faint">${hint}</p>` : ''}<p id="${name}-problem" class="wrong">${wrong ?? ''}</p></div>`;
  }

  #shown({ examined, truncated, matched, denied_by_a_person: denied, allowed_by_a_person: allowed }) {
    if (matched.length === 0) return empty(t('pages.new_rule.no_match'), t('pages.new_rule.none_of', { count: examined }));
    return html`<h3>${t('approval.rule.matched', { matched: matched.length, count: examined })}</h3>
      <p class="faint">${t('pages.new_rule.decided', { allowed, denied })}${truncated ? ` ${t('approval.rule.older')}` : ''}</p>
      <ul class="pg-plain" aria-label=${t('pages.new_rule.list')}>${matched.map((call) => html`<li>
        ${said(callTitle(call))}
        <span class="faint">${words(call.decision)}${call.by ? html` ${t('pages.common.by', { name: said(deciderWords(call.by)) })}` : ''}, ${ago(call.requested_at_ms)}, <a href=${to.run(call.run_id)}>${t('parts.common.view_run')}</a></span></li>`)}</ul>`;
  }

  #wish() {
    return rule(Object.fromEntries(new FormData(this.querySelector('form'))), Date.now());
  }

  async #try() {
    if (!this.querySelector('form').reportValidity()) return;
    const { expires_at_ms: _, max_uses: __, ...wish } = this.#wish();
    await this.#ask(async () => (this.preview = await api.post('/v1/permission-rules/preview', wish, { changes: false })));
  }

  async #make(event) {
    event.preventDefault();
    if (this.busy) return;
    // Nobody stores a rule before they have seen what it would have matched.
    if (!this.preview) return this.#try();
    await this.#ask(async () => {
      const made = await api.postOnce('/v1/permission-rules', this.#wish());
      announce(t('pages.new_rule.created', { rule: plainly(effect(made)) }), 'done');
      this.dispatchEvent(new Event('made'));
    });
  }

  async #ask(action) {
    this.busy = true;
    this.problem = null;
    try {
      await action();
    } catch (problem) {
      this.problem = problem;
    }
    this.busy = false;
  }
}

customElements.define('hp-new-rule', NewRule);

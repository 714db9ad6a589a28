// <hp-new-rule>: a rule to be written, with what it would have decided. Tells 'made' or 'left'.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { said } from '../parts/text.js';
import { api } from '../net/api.js';
import { to } from '../router.js';
import { ago, empty } from './common.js';
import { rule } from './rule.js';
import { effect, plainly } from './rule-words.js';
import { words } from './words.js';

const BEHAVIORS = [['allow', 'Allow: it runs without asking'], ['ask', 'Ask: a person decides'], ['deny', 'Deny: it does not run']];
const SCOPES = [['session', 'One session'], ['project', 'One project'], ['user', 'Every session']];
const TIMES = [['28800000', 'For 8 hours'], ['3600000', 'For an hour'], ['86400000', 'For a day'], ['604800000', 'For a week'], ['2592000000', 'For 30 days'], ['', 'Until revoked']];

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
    return html`<section class="card" aria-labelledby="new-rule"><h2 id="new-rule">New rule</h2>
      <form class="pg-form" @submit=${(event) => this.#make(event)} @input=${() => (this.preview = null)}>
        ${this.#field('behavior', 'Effect', html`<select id="rule-behavior" name="behavior" aria-describedby="rule-behavior-problem">${BEHAVIORS.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select>`)}
        ${this.#field('tool', 'Tool', html`<input id="rule-tool" name="tool" required maxlength="300" autocomplete="off" spellcheck="false" aria-describedby="rule-tool-hint rule-tool-problem">`,
          'A name, a prefix and *, or * alone.')}
        ${this.#field('command', 'Command (optional)', html`<input id="rule-command" name="command" autocomplete="off" spellcheck="false" aria-describedby="rule-command-hint rule-command-problem">`,
          'A whole command, or its first words and *: git push *')}
        ${this.#field('target', 'Target (optional)', html`<input id="rule-target" name="target" maxlength="8400" autocomplete="off" spellcheck="false" aria-describedby="rule-target-hint rule-target-problem">`,
          'For requests POST https://api.example.com/v2/*, for file tools src/**')}
        ${this.#field('scope', 'For', html`<select id="rule-scope" name="scope" aria-describedby="rule-scope-problem" @change=${(event) => (this.scope = event.target.value)}>${SCOPES.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select>`)}
        ${this.scope === 'user' ? '' : this.#field('scope/id', this.scope === 'session' ? 'Session' : 'Project', html`<input id="rule-scope-id" name="scope_id" required maxlength="200" autocomplete="off" spellcheck="false" aria-describedby="rule-scope-id-problem">`)}
        ${this.#field('expires_at_ms', 'How long', html`<select id="rule-expires_at_ms" name="lasts_ms" aria-describedby="rule-expires_at_ms-problem">${TIMES.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select>`)}
        ${this.#field('max_uses', 'Maximum uses (optional)', html`<input id="rule-max_uses" name="max_uses" type="number" min="1" max="1000000000" inputmode="numeric" aria-describedby="rule-max_uses-problem">`)}
        <p class="wrong pg-wide" role="alert">${this.problem && !this.problem.errors.length ? this.problem.detail : ''}</p>
        <div class="row pg-wide">
          <button type="button" ?disabled=${this.busy} @click=${() => this.#try()}>Test against past calls</button>
          <button class="primary" ?disabled=${this.busy}>Create rule</button>
          <button type="button" class="plain" @click=${() => this.dispatchEvent(new Event('left'))}>Go back</button>
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
    if (matched.length === 0) return empty('No matching calls', `Of the ${examined} last calls, none matches.`);
    return html`<h3>Would have matched ${matched.length} of the last ${examined} calls</h3>
      <p class="faint">A person allowed ${allowed} of them and denied ${denied}.${truncated ? ' There are older calls that were not tested.' : ''}</p>
      <ul class="pg-plain" aria-label="Calls it would have matched">${matched.map((call) => html`<li>
        ${said(call.title ?? call.tool_name)}
        <span class="faint">${words(call.decision)}${call.by ? html` by ${said(call.by)}` : ''}, ${ago(call.requested_at_ms)}, <a href=${to.run(call.run_id)}>View run</a></span></li>`)}</ul>`;
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
    await this.#ask(async () => {
      const made = await api.postOnce('/v1/permission-rules', this.#wish());
      announce(`Rule created: ${plainly(effect(made))}`, 'done');
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

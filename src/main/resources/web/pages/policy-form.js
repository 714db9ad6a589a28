// <hp-policy-form .policy>: a policy to be written (no policy) or changed. It is saved after a look at what it would
// have done. Tells 'made' or 'left'.

import { html, nothing } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { marked, said } from '../parts/text.js';
import { api, segment } from '../net/api.js';
import { empty } from './common.js';
import { refusalWords } from './conflict.js';
import { MATCHES, fault, formOf, ofForm } from './policy.js';
import { previewTemplate } from './policy-preview.js';

const HINTS = {
  tools: t('pages.policy_form.tools_hint'),
  commands: t('pages.policy_form.commands_hint'),
  sessions: t('pages.policy_form.sessions_hint'),
  agents: t('pages.policy_form.agents_hint'),
  persona_ids: t('pages.policy_form.personas_hint'),
};
const KINDS = [['', t('inbox.chips.approval')], ['question', t('inbox.chips.question')], ['approval question', t('pages.policy_form.both')]];

class PolicyForm extends Element {
  static properties = { policy: { attribute: false }, problem: { state: true }, preview: { state: true }, busy: { state: true } };
  /** What stood in the form when it was previewed. */
  #previewed = '';

  firstUpdated() {
    this.querySelector('#policy-name').focus();
  }

  render() {
    const now = (this.first ??= formOf(this.policy));
    return html`<section class="card" aria-labelledby="policy-title"><h2 id="policy-title">${this.policy ? t('pages.group_form.change', { name: said(this.policy.name) }) : t('pages.policies.new')}</h2>
      <form class="pg-form" novalidate @submit=${(event) => this.#save(event)} @input=${() => this.#changed()}>
        ${this.#field('name', t('pages.common.name'), html`<input id="policy-name" name="name" maxlength="100" autocomplete="off" .value=${now.name} aria-describedby="policy-name-problem">`)}
        ${this.#field('match/kinds', t('pages.new_rule.for'), html`<select id="policy-match-kinds" name="kinds" aria-describedby="policy-match-kinds-problem">${KINDS.map(([value, text]) => html`<option value=${value} ?selected=${value === now.kinds}>${text}</option>`)}</select>`)}
        <div class="pg-wide">${this.#needs(now)}</div>
        ${MATCHES.slice(0, 2).map((one) => this.#lines(one, now))}
        <details class="pg-wide" ?open=${this.#isSpecial(now)}><summary>${t('pages.policy_form.more')}</summary><div class="pg-form">
          ${MATCHES.slice(2).map((one) => this.#lines(one, now))}
          ${this.#select('match/risks', t('pages.policy_form.asker_risk'), 'risks', [['', t('pages.policy_form.any')], ['normal', t('pages.policy_form.normal')], ['high', t('pages.policy_form.high')]], now.risks)}
          ${this.#select('risk', t('pages.policy_form.shown_risk'), 'risk', [['low', t('pages.policy_form.low')], ['normal', t('pages.policy_form.normal')], ['high', t('pages.policy_form.high')]], now.risk)}
          ${this.#text('tenant_id', t('pages.policy_form.tenant'), now, t('pages.policy_form.tenant_hint'))}
          ${this.#text('veto', t('pages.policy_form.veto'), now, t('pages.policy_form.veto_hint'))}
          ${this.#text('note', t('pages.policy_form.note'), now, t('pages.policy_form.note_hint'))}
          ${this.#area('editable', t('pages.policy_form.editable'), now, t('pages.policy_form.editable_hint'))}
          ${this.#text('hours/time_zone', t('pages.policy_form.time_zone'), now, t('pages.policy_form.time_zone_hint'), 'time_zone')}
          ${this.#area('hours/open', t('pages.policy_form.hours'), now, t('pages.policy_form.hours_hint'), 'open')}
          ${this.#text('remind_unseen_ms', t('pages.policy_form.remind'), now, '', 'remind_minutes')}
          <div class="pg-wide pol-ticks">
            ${this.#tick('requester_may_approve', t('pages.policy_form.requester'), now)} ${this.#tick('distinct', t('pages.policy_form.distinct'), now)}
            ${this.#tick('signature_required', t('pages.policy_form.signature'), now)} ${this.#tick('nothing_editable', t('pages.policy_form.nothing_editable'), now)}
          </div>
        </div></details>
        <div class="pg-wide wrong" role="alert">${this.#problems()}</div>
        <div class="row pg-wide">
          <button type="button" ?disabled=${this.busy} @click=${() => this.#try()}>${t('pages.policy_form.preview')}</button>
          <button class="primary" aria-disabled=${this.busy || !this.preview ? 'true' : 'false'} aria-describedby="policy-save-why">${t('pages.policy_form.save')}</button>
          <button type="button" class="plain" @click=${() => this.dispatchEvent(new Event('left'))}>${t('pages.common.go_back')}</button>
          <span id="policy-save-why" class="faint">${this.preview ? '' : t('pages.policy_form.preview_first')}</span>
        </div>
      </form>
      <div role="status">${this.preview ? (this.preview.matched === 0 ? empty(t('pages.policy_form.no_match'), t('pages.policy_form.none_of', { count: this.preview.looked_at })) : previewTemplate(this.preview)) : nothing}</div>
    </section>`;
  }

  #isSpecial(now) {
    const plain = formOf(null);
    return Object.keys(plain).some((name) => !['name', 'needs', 'kinds', 'tools', 'commands', 'enabled'].includes(name) && now[name] !== plain[name]);
  }

  #needs(now) {
    const wrong = this.#wrong('needs');
    const at = this.problem && fault(this.sent ?? '', wrong);
    return html`<label for="policy-needs">${t('pages.policy_form.needs')}</label>
      <textarea id="policy-needs" name="needs" class="mono" rows="2" maxlength="4000" spellcheck="false" autocapitalize="off" autocomplete="off" dir="ltr" .value=${now.needs}
        aria-invalid=${wrong ? 'true' : 'false'} aria-describedby="policy-needs-problem policy-needs-hint"></textarea>
      <div id="policy-needs-problem">${wrong
        ? html`<p class="wrong">${said(wrong)}</p>${at ? html`<pre class="pol-fault" dir="ltr"><code>${marked(at.before)}<mark>${marked(at.at)}</mark>${marked(at.after)}</code></pre>` : nothing}`
        : nothing}</div>
      <p id="policy-needs-hint" class="faint">${t('pages.policy_form.needs_hint', { example: html`<code>1 of group:finance within 2h or unseen 10m else 1 of role:admin within 1h else deny</code>` })}</p>`;
  }

  #field(pointer, label, control, hint = '', wide = false) {
    const name = `policy-${pointer.replace('/', '-')}`;
    const wrong = this.#wrong(pointer);
    return html`<div class=${wide ? 'pg-wide' : nothing}><label for=${name}>${label}</label>${control}
      ${hint ? html`<p id="${name}-hint" class="faint">${hint}</p>` : nothing}<p id="${name}-problem" class="wrong">${wrong ? said(wrong) : nothing}</p></div>`;
  }

  #lines([member, label], now) {
    return this.#area(`match/${member}`, t('pages.policy_form.optional', { label }), now, HINTS[member], member);
  }

  #area(pointer, label, now, hint, name = pointer) {
    const id = `policy-${pointer.replace('/', '-')}`;
    return this.#field(pointer, label, html`<textarea id=${id} name=${name} class="mono pol-lines" rows="1" spellcheck="false" autocapitalize="off" .value=${now[name]} aria-describedby="${id}-hint ${id}-problem"></textarea>`, hint);
  }

  #text(pointer, label, now, hint, name = pointer) {
    const id = `policy-${pointer.replace('/', '-')}`;
    return this.#field(pointer, label, html`<input id=${id} name=${name} maxlength="4000" autocomplete="off" .value=${now[name]} aria-describedby="${hint ? `${id}-hint ` : ''}${id}-problem">`, hint);
  }

  #select(pointer, label, name, choices, chosen) {
    const id = `policy-${pointer.replace('/', '-')}`;
    return this.#field(pointer, label, html`<select id=${id} name=${name} aria-describedby="${id}-problem">${choices.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}</select>`);
  }

  #tick(name, label, now) {
    return html`<label><input type="checkbox" name=${name} .checked=${now[name]}> ${label}</label>`;
  }

  /** What is wrong at a place and below it; a preview names places within the policy. */
  #wrong(pointer) {
    const at = `/${pointer}`;
    return (this.problem?.errors ?? [])
      .map((one) => ({ ...one, pointer: (one.pointer ?? '').replace(/^\/policy(?=\/)/, '') }))
      .filter((one) => one.pointer === at || one.pointer.startsWith(`${at}/`))
      .map(({ message }) => message)
      .join('. ');
  }

  /** Everything that was refused is named here too: a field may be folded away. */
  #problems() {
    if (!this.problem) return nothing;
    const errors = this.problem.status === 400 ? this.problem.errors.filter(({ pointer }) => !pointer?.endsWith('/needs')) : [];
    return html`<p>${this.problem.status === 400 && this.problem.errors.length > 0 ? t('pages.policy_form.not_valid') : said(this.words)}</p>
      ${errors.length > 0 ? html`<ul>${errors.map(({ pointer, message }) => html`<li><code>${said((pointer ?? '').replace(/^\/policy(?=\/)/, '').slice(1))}</code> ${said(message)}</li>`)}</ul>` : nothing}`;
  }

  get #data() {
    return new FormData(this.querySelector('form'));
  }

  #wish() {
    return ofForm(this.#data);
  }

  #changed() {
    this.problem = null;
    if (this.preview && JSON.stringify(this.#wish()) !== this.#previewed) this.preview = null;
  }

  async #try() {
    const policy = this.#wish();
    await this.#ask(policy, async () => {
      this.preview = await api.post('/v1/approval-policies/preview', { policy }, { changes: false });
      this.#previewed = JSON.stringify(policy);
    });
  }

  async #save(event) {
    event.preventDefault();
    if (this.busy) return;
    if (!this.preview) return this.#try();
    const { policy } = this;
    const body = { name: this.#data.get('name').trim(), ...this.#wish() };
    await this.#ask(body, async () => {
      if (policy) await api.put(`/v1/approval-policies/${segment(policy.policy_id)}`, { ...body, enabled: policy.enabled, expected_version: policy.version });
      else await api.postOnce('/v1/approval-policies', body);
      announce(policy ? t('pages.policy_form.changed') : t('pages.policy_form.created'), 'done');
      this.dispatchEvent(new Event('made'));
    });
  }

  async #ask(sent, action) {
    this.busy = true;
    this.problem = null;
    this.sent = sent.needs;
    try {
      await action();
    } catch (problem) {
      this.words = await refusalWords(problem);
      this.problem = problem;
    }
    this.busy = false;
    if (this.problem) await this.#point();
  }

  /** Moves the cursor to the character that is wrong. */
  async #point() {
    await this.updateComplete;
    const at = fault(this.sent ?? '', this.#wrong('needs'));
    const field = this.querySelector('#policy-needs');
    if (!at || !field) return;
    field.focus();
    field.setSelectionRange(at.before.length, at.before.length + at.at.length);
  }
}

customElements.define('hp-policy-form', PolicyForm);

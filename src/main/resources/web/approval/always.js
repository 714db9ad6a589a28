// <hp-always .prompt .send>: allows the like from now on; first shows what that would have let through.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import '../parts/moment.js';
import { api } from '../net/api.js';
import { short } from '../format/text.js';
import { callTitle, deciderWords } from '../format/words.js';
import { to } from '../router.js';
import { isHighRisk } from './high-risk.js';
import { refusalTemplate } from './refusal.js';
import { DEFAULT_SPAN, SPANS, covers, foreseen, grantOf, isForTool, ruleOf } from './rule.js';
import { t } from '../i18n/i18n.js';

const SHOWN = 20;
const MOST_USES = 1_000_000_000;
const DECISIONS = {
  allowed: [t('state.prompt.allow'), 'good'],
  denied: [t('state.prompt.deny'), 'bad'],
  allowed_by_rule: [t('approval.always.allowed_by_rule'), 'good'],
  denied_by_rule: [t('approval.always.denied_by_rule'), 'bad'],
  not_asked: [t('approval.always.not_asked'), ''],
};

class Always extends Element {
  static properties = { prompt: { attribute: false }, send: { attribute: false }, busy: { type: Boolean }, wish: { state: true }, problem: { state: true }, wrongUses: { state: true }, isOpen: { state: true } };
  #preview = new Loaded(this, (signal, rule) => api.post('/v1/permission-rules/preview', rule, { signal, changes: false }));

  async open() {
    const [key] = this.#request.pattern_keys;
    this.wish = { scope: 'session', key, spanMs: DEFAULT_SPAN, uses: '' };
    this.problem = null;
    this.wrongUses = '';
    this.isOpen = true;
    this.#look();
    await this.updateComplete;
    this.querySelector('dialog').showModal();
  }

  close() {
    this.querySelector('dialog')?.close();
  }

  get #request() {
    return this.prompt.row?.request ?? this.prompt.request;
  }

  get #sessionName() {
    return sessionName(this.prompt.sessionId, this.prompt.line?.session_title, '');
  }

  /** A rule is kept only after somebody could see what it would have let through. */
  get #isForeseen() {
    return !this.#preview.pending && !this.#preview.problem && this.#preview.value !== undefined;
  }

  get #wait() {
    if (this.#isForeseen) return '';
    return this.#preview.problem ? t('approval.always.test_failed') : t('approval.always.testing');
  }

  #look() {
    this.#preview.value = undefined;
    this.#preview.problem = null;
    this.#preview.load(ruleOf(this.#request, this.wish.key, this.wish.scope, this.prompt.sessionId));
  }

  #choose(change) {
    this.wish = { ...this.wish, ...change };
    if ('scope' in change || 'key' in change) this.#look();
  }

  render() {
    if (!this.isOpen) return nothing;
    return html`<dialog class="approval-always" aria-labelledby="always-title" @close=${() => (this.isOpen = false)}
      @keydown=${(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}>
      <form @submit=${(event) => this.#confirm(event)} novalidate>
        <h2 id="always-title">${t('approval.always.title')}</h2>
        ${this.#keys()} ${this.#scopes()} ${this.#limits()} ${this.#foreseen()}
        ${this.problem ? refusalTemplate(this.problem) : nothing}
        <div class="row approval-ends">
          <button class="allow" aria-disabled=${this.busy || !this.#isForeseen ? 'true' : 'false'} aria-describedby="always-wait">
            ${this.busy ? t('approval.bar.sending') : t('approval.always.confirm')}
          </button>
          <button type="button" @click=${() => this.close()}>${t('parts.common.cancel')}</button>
          <span id="always-wait" class="faint">${this.#wait}</span>
        </div>
      </form>
    </dialog>`;
  }

  #keys() {
    const request = this.#request;
    const [first, ...wider] = request.pattern_keys;
    const others = isHighRisk(request) ? [] : wider;
    const wide = others.filter((key) => isForTool(request, key));
    const choice = (key) => {
      const { before, key: shown, after } = covers(request, key);
      return html`<label class="approval-choice"><input type="radio" name="key" .checked=${this.wish.key === key} @change=${() => this.#choose({ key })}>
        <span>${before}<code>${said(short(shown, 600))}</code>${after}</span></label>`;
    };
    return html`<fieldset>
      <legend>${t('approval.always.what')}</legend>
      ${[first, ...others.filter((key) => !wide.includes(key))].map(choice)}
      ${wide.length > 0
        ? html`<details><summary>${t('approval.always.wider')}</summary>${wide.map(choice)}
            <p class="approval-risks">${t('approval.always.every_call')}</p></details>`
        : nothing}
      ${isHighRisk(request) ? html`<p class="faint">${t('approval.always.high_risk')}</p>` : nothing}
    </fieldset>`;
  }

  #scopes() {
    const scope = (value, text) => html`<label class="approval-choice"><input type="radio" name="scope" .checked=${this.wish.scope === value}
      @change=${() => this.#choose({ scope: value })}> <span>${text}</span></label>`;
    return html`<fieldset>
      <legend>${t('approval.always.where')}</legend>
      ${scope('session', this.#sessionName ? t('approval.always.this_session_named', { session: said(this.#sessionName) }) : t('approval.always.this_session'))}
      ${scope('user', t('approval.always.every_session'))}
      <p class="faint">${t('approval.always.project', { rules: html`<a href="/ui/rules">${t('state.title.rules')}</a>` })}</p>
    </fieldset>`;
  }

  #limits() {
    return html`<fieldset class="approval-limits">
      <legend>${t('approval.always.how_long')}</legend>
      <label>${t('approval.always.expires_after')}
        <select @change=${(event) => this.#choose({ spanMs: Number(event.target.value) })}>
          ${SPANS.map(([text, ms]) => html`<option value=${ms} ?selected=${ms === this.wish.spanMs}>${text}</option>`)}
        </select></label>
      <label>${t('approval.always.uses')}
        <input type="number" inputmode="numeric" name="uses" min="1" max=${MOST_USES} step="1" placeholder=${t('approval.always.any_number')}
          aria-invalid=${this.wrongUses ? 'true' : 'false'} aria-describedby="always-uses"
          @input=${(event) => this.#uses(event.target)}></label>
      <p id="always-uses" class="wrong" role="alert">${this.wrongUses}</p>
    </fieldset>`;
  }

  /** A field with something in it that is no number has the value of an empty one, which means any number. */
  #uses(field) {
    this.#choose({ uses: field.value });
    if (this.wrongUses && field.validity.valid) this.wrongUses = '';
  }

  #foreseen() {
    const { value, problem, pending } = this.#preview;
    if (problem) {
      return html`<section class="approval-foreseen"><h3>${t('approval.always.matching')}</h3>
        <p class="wrong">${problem.detail} <button type="button" class="plain" @click=${() => this.#look()}>${t('parts.common.try_again')}</button></p></section>`;
    }
    return html`<section class="approval-foreseen" aria-busy=${pending ? 'true' : 'false'}>
      <h3>${t('approval.always.matching')}</h3>
      <p role="status">${value ? foreseen(value) : t('approval.always.looking')}</p>
      ${value?.denied_by_a_person > 0
        ? html`<p class="approval-risks">${t('approval.always.denied_by_people', { count: value.denied_by_a_person })}</p>`
        : nothing}
      ${value?.matched.length > 0 ? html`<ul class="approval-matches">${value.matched.slice(0, SHOWN).map((match) => this.#match(match))}</ul>` : nothing}
      ${value?.matched.length > SHOWN ? html`<p class="faint">${t('approval.always.and_more', { count: value.matched.length - SHOWN })}</p>` : nothing}
    </section>`;
  }

  #match(match) {
    const [word, tone] = DECISIONS[match.decision] ?? [match.decision, ''];
    return html`<li><span class="chip ${tone}">${word}</span> <code>${said(match.command ? short(match.command, 300) : callTitle(match))}</code>
      <span class="faint">${match.by && tone ? html`${t('approval.always.by', { who: said(deciderWords(match.by)) })}, ` : nothing}${t('approval.always.in_session', { session: html`<a href=${to.session(match.session_id)} target="_blank">${said(sessionName(match.session_id, '', t('approval.always.a_session')))}</a>` })},
        <hp-age at-ms=${match.requested_at_ms} ago></hp-age></span></li>`;
  }

  async #confirm(event) {
    event.preventDefault();
    if (this.busy || !this.#isForeseen) return;
    this.problem = null;
    const uses = event.target.elements.uses;
    if (!uses.validity.valid) {
      this.wrongUses = t('approval.always.wrong_uses', { most: MOST_USES });
      uses.focus();
      return;
    }
    try {
      if (await this.send({ behavior: 'allow', grant: grantOf(this.wish, Date.now()) }, t('approval.always.done'))) this.close();
    } catch (problem) {
      this.problem = problem;
    }
  }
}

customElements.define('hp-always', Always);

// <hp-deny .prompt .choice .send>: a no, with a reason for whoever asked.

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { drafts } from '../state/drafts.js';
import { sendsOrCloses } from './form-keys.js';
import { refusalTemplate } from './refusal.js';
import { t } from '../i18n/i18n.js';

/** Tells 'closed' when nobody wants to deny any more. */
class DenyForm extends Element {
  static properties = {
    prompt: { attribute: false }, choice: { attribute: false }, send: { attribute: false }, busy: { type: Boolean },
    reason: { state: true }, problem: { state: true },
  };

  willUpdate(changed) {
    if (!changed.has('prompt') || changed.get('prompt')?.key === this.prompt.key) return;
    this.reason = drafts.get(this.prompt.key)?.reason ?? '';
    this.problem = null;
  }

  focus() {
    this.querySelector('textarea')?.focus();
  }

  render() {
    return html`<form class="approval-deny" @submit=${(event) => this.#submit(event)}>
      <label for="deny-reason">${this.choice.ask ?? t('approval.deny_form.reason')} <span class="faint">${this.choice.hint ?? t('approval.deny_form.hint')}</span></label>
      <textarea id="deny-reason" dir="auto" rows="2" maxlength=${this.choice.member === 'response' ? 65536 : 16384} ?required=${Boolean(this.choice.ask)} .value=${live(this.reason)}
        @input=${(event) => this.#write(event.target.value)} @keydown=${sendsOrCloses(this, () => this.#close())}></textarea>
      ${this.problem ? refusalTemplate(this.problem) : nothing}
      <div class="row approval-ends">
        <button class="deny" aria-disabled=${this.busy ? 'true' : 'false'}>${this.busy ? t('approval.bar.sending') : this.#word()}</button>
        <button type="button" @click=${() => this.#close()}>${t('parts.common.cancel')}</button>
      </div>
    </form>`;
  }

  #word() {
    if (this.choice.ask) return t('approval.deny_form.send');
    return this.choice.note ? said(this.choice.label) : t('approval.deny_form.deny');
  }

  #write(reason) {
    this.reason = reason;
    drafts.set(this.prompt.key, { mode: 'deny', reason, choice: this.choice.id });
  }

  #close() {
    drafts.delete(this.prompt.key);
    this.dispatchEvent(new CustomEvent('closed'));
  }

  async #submit(event) {
    event.preventDefault();
    if (this.busy) return;
    this.problem = null;
    const reason = this.choice.member === 'response' ? this.reason : this.reason.trim();
    try {
      await this.send({ ...this.choice.decision, ...(reason ? { [this.choice.member ?? 'reason']: reason } : {}) }, this.choice.done ?? t('parts.outcome.denied'));
    } catch (problem) {
      this.problem = problem;
    }
  }
}

customElements.define('hp-deny', DenyForm);

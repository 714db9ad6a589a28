// <hp-deny .prompt .choice .send>: a no, with a reason for whoever asked.

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Element } from '../parts/element.js';
import { said } from '../parts/text.js';
import { drafts } from '../state/drafts.js';
import { sendsOrCloses } from './form-keys.js';
import { refusalTemplate } from './refusal.js';

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
      <label for="deny-reason">Reason (optional). <span class="faint">The agent will see it.</span></label>
      <textarea id="deny-reason" dir="auto" rows="2" maxlength="16384" .value=${live(this.reason)}
        @input=${(event) => this.#write(event.target.value)} @keydown=${sendsOrCloses(this, () => this.#close())}></textarea>
      ${this.problem ? refusalTemplate(this.problem) : nothing}
      <div class="row approval-ends">
        <button class="deny" aria-disabled=${this.busy ? 'true' : 'false'}>${this.busy ? 'Sending…' : this.choice.note ? said(this.choice.label) : 'Deny'}</button>
        <button type="button" @click=${() => this.#close()}>Cancel</button>
      </div>
    </form>`;
  }

  #write(reason) {
    this.reason = reason;
    drafts.set(this.prompt.key, { mode: 'deny', reason });
  }

  #close() {
    drafts.delete(this.prompt.key);
    this.dispatchEvent(new CustomEvent('closed'));
  }

  async #submit(event) {
    event.preventDefault();
    if (this.busy) return;
    this.problem = null;
    const reason = this.reason.trim();
    try {
      await this.send({ ...this.choice.decision, ...(reason ? { reason } : {}) }, 'Denied');
    } catch (problem) {
      this.problem = problem;
    }
  }
}

customElements.define('hp-deny', DenyForm);

// <hp-held .prompt>: a decision that is about to take effect, above the buttons, and the way back.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { said } from '../parts/text.js';
import { ticker } from '../parts/ticker.js';
import { heldOf, keptOf, notUndone, undo, undone } from '../state/holds.js';
import { me } from '../state/me.js';
import { t } from '../i18n/i18n.js';

const DONE = {
  allow: t('parts.outcome.allowed'), deny: t('parts.outcome.denied'), request_changes: t('parts.outcome.changes_requested'), respond: t('parts.outcome.responded'),
  ask_back: t('parts.outcome.asked_back'),
};

/** The property now is called with the decision that is to take effect at once. */
class Held extends Element {
  static properties = { prompt: { attribute: false }, now: { attribute: false }, busy: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.listen(ticker, 'tick');
  }

  render() {
    const held = heldOf(this.prompt);
    if (!held) return nothing;
    const left = Math.max(0, Math.ceil((held.until_ms - Date.now()) / 1000));
    const own = held.by === me.caller?.name;
    const kept = own ? keptOf(this.prompt) : undefined;
    return html`<div class="approval-held" role="group" aria-label=${t('inbox.row.undo')}>
      <span>${own ? DONE[held.behavior] : t('approval.held.by', { done: DONE[held.behavior], who: said(held.by) })}. ${held.behavior === 'allow' ? t('approval.held.runs', { left }) : t('approval.held.takes_effect', { left })}</span>
      ${me.decides
        ? html`<button type="button" aria-keyshortcuts="U" aria-disabled=${this.busy ? 'true' : 'false'} @click=${() => this.undo()}>${t('inbox.row.undo')}</button>`
        : nothing}
      ${kept ? html`<button type="button" class="plain" aria-disabled=${this.busy ? 'true' : 'false'} @click=${() => this.now(kept)}>${t('approval.held.now')}</button>` : nothing}
    </div>`;
  }

  async undo() {
    if (this.busy) return;
    this.busy = true;
    try {
      await undo([this.prompt]);
      announce(undone([this.prompt]), 'done');
    } catch (problem) {
      announce(notUndone(problem), 'wrong');
    } finally {
      this.busy = false;
    }
  }
}

customElements.define('hp-held', Held);

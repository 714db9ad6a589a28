// <hp-bulk>: several approvals allowed or denied, after one look at all of them, with a result each.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { live } from '../net/live.js';
import { renderedIn } from '../parts/rendered.js';
import { said } from '../parts/text.js';
import { decideAll } from '../state/decide.js';
import { heldOf, holding, keepAll, notUndone, undo, undone } from '../state/holds.js';
import { inbox } from '../state/inbox.js';
import { OFFLINE, isOffline } from '../state/offline.js';
import { requestOf } from '../state/prompt.js';
import { settings } from '../state/settings.js';
import { othersClaim } from '../state/triage.js';
import { isWhole, outcome, sorted, summary } from './bulk.js';
import { itemTemplate } from './bulk-item.js';
import { t } from '../i18n/i18n.js';

/** To be denied, so many of those that are more than a line are open from the beginning; the others say that they are more. */
const OPEN = 20;

/** Tells 'done' when something was decided and the dialog is closed. */
class Bulk extends Element {
  static properties = { stage: { state: true } };
  /** As they were when the dialog opened: what is decided is what is listed. */
  #prompts = [];
  #behavior = 'allow';
  #results = new Map();
  #stopping = null;
  /** Keys of what others have claimed and is to be decided all the same. */
  #ticked = new Set();
  /** Keys of what is longer than its row and was opened here and read. */
  #read = new Set();

  connectedCallback() {
    super.connectedCallback();
    this.listen(inbox, 'change', () => this.stage && this.requestUpdate());
    this.listen(live, 'state', () => this.stage && this.requestUpdate());
    this.finally(() => this.#stopping?.abort());
  }

  /** @param behavior 'allow' or 'deny' */
  async open(prompts, behavior) {
    this.#prompts = prompts;
    this.#behavior = behavior;
    this.#results = new Map();
    this.#ticked = new Set();
    this.#read = new Set();
    this.stage = 'asking';
    await this.updateComplete;
    const dialog = this.querySelector('dialog');
    dialog.showModal();
    if (behavior === 'allow') dialog.querySelector('h2').focus();
  }

  get isDeciding() {
    return this.stage === 'deciding';
  }

  /** Those that are still to be decided, as they were shown; what was settled since is left out, and what is to be read or ticked first. */
  #sorted() {
    const now = this.#prompts.map((prompt) => ({ ...prompt, settled: inbox.at(prompt.key)?.settled ?? prompt.settled }));
    const { meant, out } = sorted(now, this.#behavior);
    const claims = new Map(meant.map((prompt) => [prompt.key, othersClaim(prompt)]).filter(([, claim]) => claim));
    const isShort = (prompt) => this.#behavior !== 'allow' || isWhole(requestOf(prompt));
    const fits = (prompt) => isShort(prompt) || this.#read.has(prompt.key);
    return {
      meant: meant.filter((prompt) => fits(prompt) && (!claims.has(prompt.key) || this.#ticked.has(prompt.key))),
      free: meant.filter((prompt) => isShort(prompt) && !claims.has(prompt.key)),
      long: meant.filter((prompt) => !isShort(prompt) && !claims.has(prompt.key)),
      claimed: meant.filter(({ key }) => claims.has(key)),
      claims, out, fits,
    };
  }

  render() {
    return html`<dialog class="inbox-bulk" aria-labelledby="bulk-title" @cancel=${(event) => this.isDeciding && event.preventDefault()} @close=${() => this.#closed()}
      @keydown=${(event) => this.#pressed(event)}>
      ${this.stage ? (this.stage === 'asking' ? this.#asking() : this.#telling()) : ''}
    </dialog>`;
  }

  #asking() {
    const { meant, free, long, claimed, claims, out, fits } = this.#sorted();
    const toRead = (prompt) => html`<span class="faint">${fits(prompt) ? t('inbox.bulk_dialog.read') : t('inbox.bulk_dialog.unread')}</span>`;
    const allow = this.#behavior === 'allow';
    return html`<form @submit=${(event) => this.#confirmed(event)}>
      <h2 id="bulk-title" tabindex="-1">${allow ? t('inbox.bulk_dialog.allow_title', { count: meant.length }) : t('inbox.bulk_dialog.deny_title', { count: meant.length })}</h2>
      ${free.length + long.length + claimed.length === 0 ? html`<p>${allow ? t('inbox.bulk_dialog.none_allowed') : t('inbox.bulk_dialog.none_denied')}</p>` : free.length > 0 ? this.#list(free) : ''}
      ${long.length > 0
        ? html`<h3>${t('inbox.bulk_dialog.long')}</h3><p class="faint">${t('inbox.bulk_dialog.long_hint')}</p>
            <ul class="inbox-items">${repeat(long, (prompt) => prompt.key, (prompt) => html`<li>
              <hp-bulk-item .prompt=${prompt} @read=${() => this.#wasRead(prompt.key)}></hp-bulk-item> ${toRead(prompt)}</li>`)}</ul>`
        : ''}
      ${claimed.length > 0
        ? html`<h3>${t('inbox.bulk_dialog.claimed')}</h3><p class="faint">${t('inbox.bulk_dialog.claimed_hint')}</p>
            <ul class="inbox-items">${repeat(claimed, (prompt) => prompt.key, (prompt) => html`<li>
              <label class="inbox-claimed"><input type="checkbox" .checked=${this.#ticked.has(prompt.key)} @change=${(event) => this.#tick(prompt.key, event.target.checked)}> ${t('inbox.bulk_dialog.claimed_by', { who: said(claims.get(prompt.key).by) })}</label>
              <hp-bulk-item .prompt=${prompt} @read=${() => this.#wasRead(prompt.key)}></hp-bulk-item> ${fits(prompt) ? '' : toRead(prompt)}</li>`)}</ul>`
        : ''}
      ${out.length > 0
        ? html`<h3>${t('inbox.bulk_dialog.out')}</h3>
            <ul class="inbox-items out">${out.map(({ prompt, why }) => html`<li>${itemTemplate(prompt)} <span class="faint">${said(why)}</span></li>`)}</ul>`
        : ''}
      ${allow
        ? ''
        : html`<label for="bulk-reason">${t('inbox.bulk_dialog.reason')}</label>
            <textarea id="bulk-reason" name="reason" maxlength="4000" dir="auto"></textarea>`}
      <div class="row inbox-buttons">
        <button class=${allow ? 'allow' : 'deny'} ?disabled=${meant.length === 0} aria-disabled=${isOffline() ? 'true' : 'false'}
          aria-describedby=${isOffline() ? 'bulk-offline' : nothing}>${allow ? t('inbox.bulk_dialog.allow', { count: meant.length }) : t('inbox.bulk_dialog.deny', { count: meant.length })}</button>
        ${isOffline() ? html`<span class="faint" id="bulk-offline">${OFFLINE}</span>` : ''}
        <button type="button" @click=${() => this.#close()}>${t('parts.common.cancel')}</button>
      </div>
    </form>`;
  }

  #tick(key, on) {
    if (on) this.#ticked.add(key);
    else this.#ticked.delete(key);
    this.requestUpdate();
  }

  #wasRead(key) {
    this.#read.add(key);
    this.requestUpdate();
  }

  #list(prompts) {
    const open = new Set(prompts.filter((prompt) => !isWhole(requestOf(prompt))).slice(0, OPEN));
    const item = (prompt) => html`<li><hp-bulk-item .prompt=${prompt} ?opens=${open.has(prompt)}></hp-bulk-item></li>`;
    return html`<ul class="inbox-items" aria-label=${t('inbox.bulk_dialog.meant')}>${repeat(prompts, (prompt) => prompt.key, item)}</ul>`;
  }

  #telling() {
    const total = this.#prompts.length;
    const done = this.stage === 'done';
    return html`<h2 id="bulk-title" tabindex="-1">${done ? t('inbox.bulk_dialog.done') : t('inbox.bulk_dialog.deciding')}</h2>
      <p role="status">${done ? this.#told(total) : ''}</p>
      ${done ? '' : html`<p><progress max=${total} value=${this.#results.size} aria-label=${t('inbox.bulk_dialog.decided')}></progress> ${t('inbox.bulk_dialog.progress', { done: this.#results.size, total })}</p>`}
      <ul class="inbox-items" aria-label=${t('inbox.bulk_dialog.results')}>
        ${repeat(this.#prompts, (prompt) => prompt.key, (prompt) => {
          const { tone, text } = outcome(this.#results.get(prompt.key), this.#behavior, prompt);
          return html`<li>${itemTemplate(prompt)} ${text ? html`<span class="chip ${tone}">${said(text)}</span>` : ''}</li>`;
        })}
      </ul>
      <div class="row inbox-buttons">
        ${done
          ? html`${this.#held().length > 0 ? html`<button aria-keyshortcuts="U" @click=${() => this.#undo()}>${t('inbox.bulk_dialog.undo', { count: this.#held().length })}</button>` : ''}
            <button class="primary" @click=${() => this.#close()}>${t('parts.common.close')}</button>`
          : html`<button @click=${() => this.#stopping.abort()}>${t('inbox.bulk_dialog.stop')}</button>`}
      </div>`;
  }

  /** Those of them that can still be taken back. */
  #held() {
    return this.#prompts.map(({ key }) => inbox.at(key)).filter((prompt) => heldOf(prompt) || (prompt && !prompt.settled && this.#results.get(prompt.key)?.held));
  }

  /** The page's keys rest while a dialog is open. */
  #pressed(event) {
    if (event.key !== 'U' || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !settings.get('shortcuts')) return;
    if (this.stage !== 'done' || this.#held().length === 0) return;
    event.preventDefault();
    this.#undo();
  }

  async #undo() {
    const held = this.#held();
    try {
      announce(undone(await undo(held)), 'done');
      this.#close();
    } catch (problem) {
      announce(notUndone(problem), 'wrong');
    }
  }

  #told(total) {
    const left = total - this.#results.size;
    const words = summary(this.#results, this.#behavior);
    return left > 0 ? t('inbox.bulk_dialog.left', { words, count: left }) : words;
  }

  async #confirmed(event) {
    event.preventDefault();
    const reason = new FormData(event.target).get('reason')?.trim();
    const { meant } = this.#sorted();
    if (meant.length === 0 || this.stage !== 'asking' || isOffline()) return;
    const items = new Map([...this.querySelectorAll('hp-bulk-item')].map((item) => [item.prompt.key, item]));
    const seen = meant.map((prompt) => ({ ...prompt, rendered: items.has(prompt.key) ? renderedIn(items.get(prompt.key)) : undefined }));
    this.#prompts = meant;
    this.#stopping = new AbortController();
    this.stage = 'deciding';
    const told = (prompt, result) => {
      this.#results.set(prompt.key, result);
      this.requestUpdate();
    };
    const decision = holding(requestOf(meant[0]), { behavior: this.#behavior, ...(reason ? { reason } : {}) });
    await decideAll(seen, decision, told, this.#stopping.signal);
    keepAll(meant.filter(({ key }) => this.#results.get(key)?.held), decision);
    this.stage = 'done';
    announce(summary(this.#results, this.#behavior), 'done');
    await this.updateComplete;
    this.querySelector('dialog h2')?.focus();
  }

  #close() {
    this.querySelector('dialog').close();
  }

  #closed() {
    const decided = this.stage === 'done';
    this.stage = null;
    this.dispatchEvent(new CustomEvent('done', { detail: decided }));
  }
}

customElements.define('hp-bulk', Bulk);

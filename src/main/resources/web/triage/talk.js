// <hp-talk .prompt>: what people say to each other about a request, and what happened to it. No agent reads it.

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { Loaded } from '../parts/loaded.js';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import '../parts/moment.js';
import { sendsOrCloses } from '../approval/form-keys.js';
import { soon } from '../pages/common.js';
import { api, search, segment } from '../net/api.js';
import { drafts } from '../state/drafts.js';
import { inbox } from '../state/inbox.js';
import { me } from '../state/me.js';
import { triage } from '../state/triage.js';
import { entryTemplate } from './log.js';

const PAGE = 100;
const AGAIN_MS = 200;
const saidIn = (log) => log.filter(({ change }) => change === 'commented');

class Talk extends Element {
  static properties = { prompt: { attribute: false }, text: { state: true }, busy: { state: true }, problem: { state: true } };
  #key = null;
  #older = [];
  #log = new Loaded(this, (signal, cursor) => this.#read(signal, cursor));

  connectedCallback() {
    super.connectedCallback();
    const again = soon(() => this.#log.load(), AGAIN_MS);
    this.finally(again.stop);
    this.listen(inbox, 'updated', ({ detail }) => detail.key === this.#key && this.#sees && again());
    if (this.#sees) this.#log.load();
  }

  willUpdate(changed) {
    if (!changed.has('prompt') || this.prompt?.key === this.#key) return;
    this.#key = this.prompt?.key;
    this.text = drafts.get(this.#draft) ?? '';
    this.problem = null;
    this.#older = [];
    this.#log.value = undefined;
    if (this.#sees) this.#log.load();
  }

  /** For the key. */
  write() {
    const field = this.querySelector('textarea');
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  }

  get #sees() {
    return this.#key && me.caller?.role !== 'agent';
  }

  get #draft() {
    return `talk:${this.#key}`;
  }

  /**
   * The newest entries, behind which those stay that were asked for before. What people said is among them, however many
   * have looked since.
   */
  async #read(signal, cursor) {
    const isWhole = cursor || this.#older.length === 0;
    const before = (cursor && this.#log.value?.log) || [];
    const newest = await this.#page(signal, cursor);
    let { log, pagination } = newest;
    while (isWhole && pagination.next_cursor && saidIn([...before, ...log]).length < newest.comments) {
      const older = await this.#page(signal, pagination.next_cursor);
      log = [...log, ...older.log];
      pagination = older.pagination;
    }
    const known = [...before, ...log, ...(cursor ? [] : this.#older)];
    const all = [...new Map(known.map((entry) => [entry.entry_id, entry])).values()];
    if (cursor || log.length > PAGE) this.#older = all;
    return { log: all, next: isWhole ? pagination.next_cursor : this.#log.value.next };
  }

  #page(signal, cursor) {
    return api.get(`/v1/gates/${segment(this.prompt.id)}/triage${search({ limit: PAGE, cursor })}`, { signal });
  }

  render() {
    if (!this.#sees || this.#log.problem?.status === 403) return nothing;
    const { value, problem, pending } = this.#log;
    const log = value?.log ?? [];
    const comments = saidIn(log).reverse();
    return html`<section class="tri-talk"><h3>${t('triage.talk.comments')}</h3>
      ${problem ? html`<p class="wrong">${problem.detail ?? String(problem)} <button type="button" class="plain" @click=${() => this.#log.load()}>${t('parts.common.try_again')}</button></p>` : nothing}
      ${comments.length > 0
        ? html`<ul class="tri-comments" aria-label=${t('triage.talk.comments')}>${comments.map(
            ({ by, at_ms: at, text }) => html`<li><p class="tri-by"><b>${said(by)}</b> <span class="faint"><hp-age at-ms=${at} ago></hp-age></span></p>
              <div dir="auto">${longText(text ?? '')}</div></li>`,
          )}</ul>`
        : value ? html`<p class="faint">${t('triage.talk.none')}</p>` : nothing}
      ${me.decides ? this.#form() : nothing}
      ${log.length > 0
        ? html`<details class="tri-log"><summary>${t('triage.talk.log')}</summary>
            <ol>${log.map((entry) => html`<li>${entryTemplate(entry)}</li>`)}</ol>
            ${value.next ? html`<button type="button" class="plain" ?disabled=${pending} @click=${() => this.#log.load(value.next)}>${t('triage.talk.older')}</button>` : nothing}
          </details>`
        : nothing}
    </section>`;
  }

  #form() {
    return html`<form class="tri-form" @submit=${(event) => this.#submit(event)}>
      <label for="talk-text">${t('triage.talk.comment')} <span class="faint">${t('triage.talk.for_people')}</span></label>
      <textarea id="talk-text" dir="auto" rows="2" maxlength="4000" .value=${live(this.text ?? '')} aria-invalid=${this.problem ? 'true' : 'false'} aria-describedby="talk-problem"
        @input=${(event) => this.#typed(event.target.value)} @keydown=${sendsOrCloses(this, () => document.activeElement.blur())}></textarea>
      <p id="talk-problem" class="wrong" role="alert">${this.problem ? said(this.problem) : nothing}</p>
      <div class="row"><button aria-disabled=${this.busy || !this.text?.trim() ? 'true' : 'false'}>${this.busy ? t('approval.bar.sending') : t('triage.talk.send')}</button></div>
    </form>`;
  }

  #typed(text) {
    this.text = text;
    this.problem = null;
    if (text) drafts.set(this.#draft, text);
    else drafts.delete(this.#draft);
  }

  async #submit(event) {
    event.preventDefault();
    const { prompt } = this;
    const text = this.text?.trim();
    if (this.busy || !text) return;
    this.busy = true;
    this.problem = null;
    try {
      await triage(prompt, { action: 'comment', text });
      drafts.delete(`talk:${prompt.key}`);
      announce(t('triage.talk.commented'), 'done');
      if (this.#key === prompt.key) {
        this.text = '';
        this.#log.load();
      }
    } catch (problem) {
      const words = [problem.detail ?? String(problem), ...(problem.errors ?? []).map(({ message }) => message)].join(' ');
      if (this.#key === prompt.key) this.problem = words;
      else announce(words, 'wrong');
    }
    this.busy = false;
  }
}

customElements.define('hp-talk', Talk);

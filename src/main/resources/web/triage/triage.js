// <hp-triage .prompt>: who has looked at a request and who takes care of it, and what one can do about it without
// deciding: claim, snooze, assign, watch.

import { html, nothing } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { icon } from '../parts/icons.js';
import { said } from '../parts/text.js';
import { ticker } from '../parts/ticker.js';
import { date, moment, span } from '../format/time.js';
import { plain } from '../format/text.js';
import { confirmed } from '../pages/confirm.js';
import { me } from '../state/me.js';
import { claimOf, snoozedUntil, triage } from '../state/triage.js';
import './assign.js';
import './snooze.js';

/** For the panel of a card's bar: what gives [{label, run}], or null where nothing can be done. */
export function actsOf(prompt, within) {
  if (!me.decides || !prompt.triage || prompt.settled || me.caller?.role === 'agent') return null;
  const card = within.closest('.inbox-prompt') ?? within;
  return () => [...(card.querySelector('hp-triage')?.acts ?? []), { label: t('triage.triage.comment'), run: () => card.querySelector('hp-talk')?.write() }];
}

const NAMED = 5;
let serial = 0;

class TriagePart extends Element {
  static properties = { prompt: { attribute: false }, opened: { state: true }, busy: { state: true }, problem: { state: true } };
  #name = `triage-${++serial}`;

  connectedCallback() {
    super.connectedCallback();
    this.listen(ticker, 'tick', () => claimOf(this.prompt, Date.now() - 2_000) && this.requestUpdate());
  }

  willUpdate(changed) {
    if (!changed.has('prompt') || changed.get('prompt')?.key === this.prompt?.key) return;
    this.opened = '';
    this.problem = null;
  }

  /** For the keys: takes it, gives one's own back, or asks whether to take another's. */
  async claim() {
    if (!this.#may) return;
    const claim = claimOf(this.prompt, Date.now());
    if (!claim) return this.#do({ action: 'claim' }, t('triage.triage.claimed'));
    if (claim.by === me.caller.name) return this.#do({ action: 'release' }, t('triage.triage.released'));
    const text = t('triage.triage.claimed_text', { name: plain(claim.by), time: moment(claim.until_ms, Date.now()) });
    if (await confirmed({ title: t('triage.triage.take_over_title'), text, action: t('triage.triage.take_over'), danger: false })) {
      await this.#do({ action: 'claim', take_over: true }, t('triage.triage.claimed'));
    }
  }

  snooze() {
    if (this.#may) this.#open('snooze');
  }

  watch() {
    if (!this.#may) return undefined;
    const watches = this.prompt.triage.watchers.includes(me.caller.name);
    return this.#do({ action: watches ? 'unwatch' : 'watch' }, watches ? t('triage.triage.unwatched') : t('triage.triage.watched'));
  }

  assign() {
    if (this.#may) this.#open('assign');
  }

  get acts() {
    const now = Date.now();
    return this.#deeds(claimOf(this.prompt, now), snoozedUntil(this.prompt, now)).map(({ label, run }) => ({ label, run }));
  }

  #deeds(claim, until) {
    const watches = this.prompt.triage.watchers.includes(me.caller.name);
    return [
      { label: !claim ? t('triage.triage.claim') : claim.by === me.caller.name ? t('triage.triage.release') : t('triage.triage.take_over_more'), picture: 'claim', run: () => this.claim() },
      { label: until ? t('triage.triage.snoozed') : t('triage.triage.snooze'), picture: 'snooze', opens: 'snooze', run: () => this.snooze() },
      { label: t('triage.triage.assign'), picture: 'assign', opens: 'assign', run: () => this.assign() },
      { label: watches ? t('triage.triage.unwatch') : t('triage.triage.watch'), picture: 'watch', run: () => this.watch() },
    ];
  }

  get #may() {
    return me.decides && this.prompt && !this.prompt.settled;
  }

  render() {
    const { prompt } = this;
    if (!prompt?.triage || me.caller?.role === 'agent') return nothing;
    const now = Date.now();
    const claim = claimOf(prompt, now);
    const until = snoozedUntil(prompt, now);
    return html`<section class="tri" aria-label=${t('triage.triage.who')}>
      <p class="tri-facts">
        ${claim ? html`<span class="chip accent" title=${t('triage.triage.until', { time: date(claim.until_ms) })}>${this.#claimed(claim, now)}</span>` : nothing}
        ${until ? html`<span class="chip warn">${t('triage.triage.snoozed_until', { time: moment(until, now) })}</span>` : nothing}
        <span class="faint">${this.#seen()}${this.#watched()}</span>
      </p>
      ${this.#may ? this.#buttons(claim, until) : nothing}
      ${this.problem ? html`<p class="wrong" role="alert">${said(this.problem.detail ?? String(this.problem))}</p>` : nothing}
    </section>`;
  }

  #claimed({ by, assigned_by: assigner, until_ms: untilMs }, now) {
    const values = { name: this.#person(by), time: span(untilMs - now) };
    return assigner ? t('triage.triage.assigned_by', { ...values, assigner: this.#person(assigner) }) : t('triage.triage.claimed_by', values);
  }

  #person(name) {
    return name === me.caller?.name ? t('triage.triage.you') : said(name);
  }

  #names(all) {
    const more = all.length - NAMED;
    const names = all.slice(0, NAMED).map((name, i) => html`${i > 0 ? ', ' : nothing}${this.#person(name)}`);
    return more > 0 ? t('triage.triage.and_more', { names, count: more }) : names;
  }

  #seen() {
    const { seen } = this.prompt.triage;
    if (seen.length > 0) return t('triage.triage.seen_by', { names: this.#names(seen.map(({ by }) => by)) });
    return this.prompt.settled ? nothing : t('triage.triage.nobody');
  }

  #watched() {
    const { watchers } = this.prompt.triage;
    return watchers.length > 0 ? html` ${t('triage.triage.watched_by', { names: this.#names(watchers) })}` : nothing;
  }

  #buttons(claim, until) {
    const off = this.busy ? 'true' : 'false';
    return html`<div class="row tri-buttons">
        ${this.#deeds(claim, until).map(({ label, picture, opens, run }) => html`<button type="button" class="plain tri-icon" title=${label} aria-disabled=${opens ? nothing : off}
          aria-expanded=${opens ? (this.opened === opens ? 'true' : 'false') : nothing} aria-controls=${opens ? `${this.#name}-${opens}` : nothing} @click=${run}>${icon(picture)}<span class="only-read">${label}</span></button>`)}
      </div>
      <div id="${this.#name}-snooze" ?hidden=${this.opened !== 'snooze'}>${this.opened === 'snooze'
        ? html`<hp-snooze .until=${until} .deadline=${this.prompt.expiresAtMs} .busy=${this.busy} @closed=${() => this.#close()}
            @chosen=${({ detail }) => this.#snoozed(detail)}></hp-snooze>`
        : nothing}</div>
      <div id="${this.#name}-assign" ?hidden=${this.opened !== 'assign'}>${this.opened === 'assign'
        ? html`<hp-assign .prompt=${this.prompt} .busy=${this.busy} @closed=${() => this.#close()}
            @chosen=${({ detail }) => this.#do({ action: 'assign', to: detail }, t('triage.triage.assigned_to', { name: plain(detail) }))}></hp-assign>`
        : nothing}</div>`;
  }

  async #open(what) {
    this.opened = this.opened === what ? '' : what;
    this.problem = null;
    await this.updateComplete;
    const part = this.querySelector('hp-snooze, hp-assign');
    await part?.updateComplete;
    part?.scrollIntoView({ block: 'nearest' });
    part?.focus();
  }

  async #close() {
    const at = this.opened;
    this.opened = '';
    await this.updateComplete;
    this.querySelector(`[aria-controls="${this.#name}-${at}"]`)?.focus();
  }

  async #snoozed(untilMs) {
    if (!untilMs) return this.#do({ action: 'wake' }, t('triage.triage.awake'));
    await this.#do({ action: 'snooze', until_ms: untilMs }, t('triage.triage.stays', { time: moment(untilMs, Date.now()) }));
  }

  async #do(body, done) {
    if (this.busy) return;
    const { prompt } = this;
    this.busy = true;
    this.problem = null;
    try {
      await triage(prompt, body);
      announce(done, 'done');
      if (this.prompt?.key === prompt.key && this.opened) await this.#close();
    } catch (problem) {
      if (this.prompt?.key === prompt.key) this.problem = problem;
      else announce(problem.detail ?? String(problem), 'wrong');
    }
    this.busy = false;
  }
}

customElements.define('hp-triage', TriagePart);

// <hp-inbox>: everything that waits, and the one that was chosen. What is shown stays where it is, and what is
// chosen stays chosen: only the person who looks changes either.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { empty, failed, loading } from '../parts/states.js';
import { Loaded } from '../parts/loaded.js';
import { announce } from '../parts/announce.js';
import { ticker } from '../parts/ticker.js';
import { plain } from '../format/text.js';
import { notUndone, undo, undoable, undone } from '../state/holds.js';
import { inbox } from '../state/inbox.js';
import { ending, keyOf, titleOf } from '../state/prompt.js';
import { settings } from '../state/settings.js';
import { keys } from '../state/keys.js';
import { me } from '../state/me.js';
import { router, to } from '../router.js';
import { isFiltering } from './filter.js';
import { tabsTemplate } from './tabs.js';
import { bindings } from './bindings.js';
import { Away, lastHand } from './hands.js';
import { Selection } from './selection.js';
import { Shown } from './shown.js';
import './bulk-dialog.js';
import './filter-bar.js';
import './list.js';
import '../approval/approval.js';
import '../question/question.js';

/** A key that was meant for the prompt before is not taken for the one that has just come up. */
const HASTY_MS = 400;

function isPending(key) {
  const prompt = inbox.at(key);
  return prompt !== undefined && !prompt.settled;
}

class InboxView extends Element {
  static properties = { kind: {}, chosen: {}, active: { state: true } };
  shown = new Shown();
  selection = new Selection();
  #found = new Loaded(this, (_, kind, id) => inbox.find(kind, id));
  #wentOnAt = 0;

  connectedCallback() {
    super.connectedCallback();
    const tab = settings.get('tab') || (me.decides ? 'me' : 'all');
    this.shown.choose({ ...this.shown.filter, tab }, inbox.prompts, Date.now());
    this.listen(inbox, 'change', () => this.#follow());
    this.listen(inbox, 'decided', ({ detail }) => this.#decided(detail));
    this.listen(inbox, 'settled', ({ detail }) => this.#settled(detail));
    this.finally(keys.use('Inbox', bindings(this)));
    const away = new Away(this, () => this.#sweep());
    this.listen(ticker, 'tick', () => away.look());
  }

  get chosenKey() {
    return this.chosen ? keyOf(this.kind, this.chosen) : null;
  }

  get list() {
    return this.querySelector('hp-prompt-list');
  }

  willUpdate(changed) {
    if (!changed.has('chosen') && !changed.has('kind')) return;
    if (!this.chosenKey) return;
    if (!inbox.at(this.chosenKey)) this.#found.load(this.kind, this.chosen);
    this.active = this.chosenKey;
  }

  updated(changed) {
    if (changed.has('chosen') && this.chosenKey) this.list?.reveal(this.chosenKey);
  }

  #follow() {
    this.shown.follow(inbox.prompts, Date.now());
    this.selection.retain((key) => this.shown.indexOf(key) >= 0);
    this.requestUpdate();
  }

  filter(filter) {
    this.shown.choose(filter, inbox.prompts, Date.now());
    this.selection.retain((key) => this.shown.indexOf(key) >= 0);
    this.requestUpdate();
  }

  #turn(tab) {
    settings.set('tab', tab);
    this.filter({ ...this.shown.filter, tab });
  }

  /** When nobody points at the list or works in it, it may be tidied: under nobody's hand does anything move. */
  #sweep() {
    const settled = inbox.prompts.some((prompt) => prompt.settled && prompt.key !== this.chosenKey);
    if (settled) this.clearSettled();
    if (this.shown.filter.soon) this.filter(this.shown.filter);
    this.shown.tidy(inbox.prompts, Date.now(), this.chosenKey);
    this.#follow();
  }

  clearSettled() {
    inbox.clear(new Set([this.chosenKey]));
  }

  /** @param focused whether the focus goes along, as after a key */
  async choose(key, focused = false, replace = false) {
    const prompt = inbox.at(key);
    if (!prompt) return;
    this.active = key;
    router.go(to.prompt(prompt), { replace: replace || Boolean(this.chosen) });
    if (!focused) return;
    await this.updateComplete;
    await new Promise((drawn) => setTimeout(drawn));
    const open = this.querySelector('.inbox-prompt');
    if (!open?.querySelector('hp-approval')?.focusFirst()) open?.focus();
  }

  async leave() {
    if (!this.chosen) return;
    router.go('/ui');
    await this.updateComplete;
    await new Promise((drawn) => setTimeout(drawn));
    this.list?.focusList();
  }

  /** a, d and e: about what is open. Where another row is active, that one is opened first, and nothing decided. */
  act(method, event, ...more) {
    if (event.repeat || performance.now() - this.#wentOnAt < HASTY_MS) return;
    if (this.active && this.active !== this.chosenKey && this.shown.indexOf(this.active) >= 0) {
      this.choose(this.active, true);
      announce(`Opened. Press ${event.key} again to confirm.`);
      return;
    }
    const element = this.querySelector('.inbox-prompt')?.querySelector('hp-approval, hp-question');
    if (!element || inbox.at(this.chosenKey)?.settled) return;
    const name = method === 'allow' && element.localName === 'hp-question' ? 'answer' : method;
    element[name]?.(...more);
  }

  /** c, z and m: about what is open, by the part of its card that does it. */
  triage(part, method, event) {
    if (event.repeat || performance.now() - this.#wentOnAt < HASTY_MS) return;
    this.querySelector(`.inbox-prompt ${part}`)?.[method]();
  }

  /** U: what is open and held, and what was held last at once. */
  async undo() {
    const prompts = undoable(inbox.at(this.chosenKey));
    if (prompts.length === 0) {
      announce('Nothing to undo.', 'info');
      return;
    }
    try {
      await undo(prompts);
      announce(undone(prompts), 'done');
    } catch (problem) {
      announce(notUndone(problem), 'wrong');
    }
  }

  nextPending() {
    return this.shown.nextAfter(this.chosenKey, (key) => isPending(key));
  }

  /** After a decision made here and by keyboard one goes on; under a mouse nothing turns into something else. */
  #decided(prompts) {
    if (prompts.length !== 1 || prompts[0].key !== this.chosenKey || this.querySelector('hp-bulk')?.isDeciding) return;
    this.#mine.add(prompts[0].key);
    if (!settings.get('goOn') || lastHand() !== 'keyboard') return;
    const next = this.nextPending();
    if (!next) return;
    this.#wentOnAt = performance.now();
    this.choose(next, true, true);
  }

  #mine = new Set();

  #settled(prompt) {
    if (prompt.key !== this.chosenKey || this.#mine.has(prompt.key) || prompt.settled.by === me.caller?.name) return;
    announce(`The open request was ${ending(prompt.settled)}`);
  }

  toggle(key) {
    this.selection.toggle(key);
    this.requestUpdate();
  }

  extend(key) {
    this.selection.extend(key, this.shown);
    this.requestUpdate();
  }

  selectAll() {
    this.selection.all(this.shown.keys.filter(isPending));
    this.requestUpdate();
  }

  selectNone() {
    this.selection.clear();
    this.requestUpdate();
  }

  get selected() {
    return this.shown.keys.filter((key) => this.selection.has(key)).map((key) => inbox.at(key)).filter(Boolean);
  }

  render() {
    return html`<div class="inbox ${this.chosen ? 'with-prompt' : ''}">
        <section class="inbox-pane" aria-labelledby="inbox-title">${this.#head()}
          <div class="inbox-rows" id="inbox-rows" role="tabpanel" aria-labelledby="inbox-tab-${this.shown.filter.tab}">${this.#rows()}</div> ${this.#bar()}</section>
        <section class="inbox-prompt" tabindex="0" aria-label=${this.#label()}>${this.#prompt()}</section>
      </div>
      <hp-bulk @done=${({ detail }) => this.#bulkDone(detail)}></hp-bulk>`;
  }

  #head() {
    const { prompts, progress, pending } = inbox;
    const settled = prompts.filter((prompt) => prompt.settled && prompt.key !== this.chosenKey).length;
    return html`<header class="inbox-head">
      <div class="line"><h1 id="inbox-title">Inbox</h1>
        <span class="faint">${progress && progress.read < progress.total
          ? `loading… ${progress.read} of ${progress.total}`
          : inbox.loaded ? `${pending.length} waiting` : ''}</span>
        ${settled ? html`<button class="plain inbox-clear" @click=${() => this.clearSettled()}>Clear ${settled} settled</button>` : ''}
      </div>
      ${tabsTemplate(this.shown.filter.tab, (tab) => this.#turn(tab))}
      <hp-filter-bar .filter=${this.shown.filter} .shown=${this.shown.keys.length} .total=${prompts.length}
        @filter=${({ detail }) => this.filter(detail)} @done=${() => this.list?.focusList()}></hp-filter-bar>
      ${inbox.problem && prompts.length > 0 ? failed(inbox.problem, () => inbox.reload()) : ''}
    </header>`;
  }

  #rows() {
    if (this.shown.keys.length > 0) {
      return html`<hp-prompt-list .shown=${this.shown} .keys=${this.shown.keys} .selected=${this.selection.keys} .active=${this.active} .chosen=${this.chosenKey}
        @open=${({ detail }) => this.choose(detail, lastHand() === 'keyboard')} @toggle=${({ detail }) => this.toggle(detail)}
        @extend=${({ detail }) => this.extend(detail)} @active=${({ detail }) => (this.active = detail)}></hp-prompt-list>`;
    }
    if (inbox.prompts.length > 0 && isFiltering(this.shown.filter)) return empty('No results', 'Other requests are waiting. Clear the filter to see them.');
    if (inbox.problem) return failed(inbox.problem, () => inbox.reload());
    const others = inbox.loaded && this.shown.filter.tab === 'me' ? inbox.pending.length : 0;
    if (others > 0) {
      return html`${empty('You\'re all caught up', `${others === 1 ? '1 request waits' : `${others} requests wait`} for other people, or you have snoozed ${others === 1 ? 'it' : 'them'}.`)}
        <p class="inbox-others"><button @click=${() => this.#turn('all')}>Show all</button></p>`;
    }
    return inbox.loaded ? empty('You\'re all caught up', 'New requests appear here automatically.') : loading('Loading…');
  }

  #bar() {
    const { selected } = this;
    if (selected.length === 0) return '';
    const off = me.decides ? 'false' : 'true';
    const open = (behavior) => me.decides && this.querySelector('hp-bulk').open(this.selected, behavior);
    return html`<div class="inbox-bar" role="group" aria-label="What is selected">
      <strong role="status">${selected.length} selected</strong>
      <button class="allow" aria-disabled=${off} aria-describedby="inbox-bar-why" @click=${() => open('allow')}>Allow all</button>
      <button class="deny" aria-disabled=${off} aria-describedby="inbox-bar-why" @click=${() => open('deny')}>Deny all…</button>
      <button class="plain" @click=${() => this.selectNone()}>Clear selection</button>
      <span id="inbox-bar-why" class="faint">${me.decides ? '' : `Your role (${me.caller?.role}) can't decide.`}</span>
    </div>`;
  }

  #bulkDone(decided) {
    if (decided) this.selectNone();
    this.list?.focusList();
  }

  #label() {
    const prompt = inbox.at(this.chosenKey);
    return prompt ? `${prompt.kind === 'approval' ? 'Approval' : 'Question'}: ${plain(titleOf(prompt))}` : 'Selected request';
  }

  #prompt() {
    if (!this.chosen) return empty('Select a request', 'j and k move, Enter opens, ? shows all keys.');
    const prompt = inbox.at(this.chosenKey);
    return html`<nav class="inbox-back" aria-label="Back"><a href="/ui">‹ Inbox</a>${this.#next(prompt)}</nav>
      <h1 class="only-read inbox-alone">Inbox</h1>
      ${prompt
        ? repeat([prompt], ({ key }) => key, (one) => (one.kind === 'approval'
            ? html`<hp-approval .prompt=${one}></hp-approval>`
            : html`<hp-question .prompt=${one}></hp-question>`))
        : this.#found.problem
          ? failed(this.#found.problem, () => this.#found.load(this.kind, this.chosen))
          : loading()}`;
  }

  #next(prompt) {
    const next = prompt?.settled ? this.nextPending() : null;
    return next ? html`<button @click=${() => this.choose(next, true, true)}>Next request ›</button>` : '';
  }
}

customElements.define('hp-inbox', InboxView);

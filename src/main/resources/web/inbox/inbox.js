// <hp-inbox>: everything that waits, and the one that was chosen. What is shown stays where it is, and what is
// chosen stays chosen: only the person who looks changes either.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { empty, failed, loading } from '../parts/states.js';
import { Loaded } from '../parts/loaded.js';
import { announce } from '../parts/announce.js';
import { BarRoom } from '../parts/bar-room.js';
import { later } from '../parts/later.js';
import { ticker } from '../parts/ticker.js';
import { plain } from '../format/text.js';
import { heldOf, notUndone, undo, undoable, undone } from '../state/holds.js';
import { inbox } from '../state/inbox.js';
import { ending, keyOf, titleOf } from '../state/prompt.js';
import { snoozedUntil } from '../state/triage.js';
import { isFiltering, queryOf, toSearch, wishOf } from '../state/wish.js';
import { settings } from '../state/settings.js';
import { OFFLINE, isOffline } from '../state/offline.js';
import { keys } from '../state/keys.js';
import { me } from '../state/me.js';
import { live } from '../net/live.js';
import { router, to } from '../router.js';
import { tabsTemplate } from './tabs.js';
import { bindings } from './bindings.js';
import { Away, lastHand } from './hands.js';
import { Selection } from './selection.js';
import './connect.js';
import './filter-bar.js';
import './list.js';
import { t } from '../i18n/i18n.js';

/** A key that was meant for the prompt before is not taken for the one that has just come up. */
const HASTY_MS = 400;
/** What a decided request can still be asked for. */
const LOOKING = new Set(['led', 'difference']);

function isPending(key) {
  const prompt = inbox.at(key);
  return prompt !== undefined && !prompt.settled && !heldOf(prompt);
}

class InboxView extends Element {
  static properties = { kind: {}, chosen: {}, active: { state: true } };
  shown = inbox.rows;
  #room = new BarRoom(this, '.inbox-bar', true);
  wish = wishOf(location.search, me.usualTab);
  selection = new Selection();
  #found = new Loaded(this, (_, kind, id) => inbox.find(kind, id));
  /** When what is open was another. */
  #changedAt = 0;
  #hasCards = later.has('cards');
  /** When another card has come up by itself. */
  #turnedAt = -HASTY_MS;

  connectedCallback() {
    super.connectedCallback();
    this.#turnedTo();
    this.listen(router, 'change', () => this.#turnedTo());
    this.listen(inbox, 'change', () => this.#follow());
    this.listen(inbox, 'updated', ({ detail }) => this.#snoozed(detail.key));
    this.listen(inbox, 'decided', ({ detail }) => this.#decided(detail));
    this.listen(inbox, 'settled', ({ detail }) => this.#settled(detail));
    this.listen(live, 'state');
    this.listen(later, 'change', () => this.#brought());
    this.finally(keys.use(bindings(this)));
    const away = new Away(this, () => inbox.tidy(this.chosenKey));
    this.listen(ticker, 'tick', () => away.look());
  }

  get chosenKey() {
    return this.chosen ? keyOf(this.kind, this.chosen) : null;
  }

  willUpdate(changed) {
    if (!changed.has('chosen') && !changed.has('kind')) return;
    this.#changedAt = performance.now();
    if (!this.chosenKey) return;
    if (!inbox.at(this.chosenKey)?.row) this.#found.load(this.kind, this.chosen);
    this.active = this.chosenKey;
  }

  /** With the file of the cards the one that is open comes up; the other files change nothing here. */
  #brought() {
    if (!this.#hasCards && later.has('cards')) this.#changedAt = performance.now();
    this.#hasCards = later.has('cards');
    this.requestUpdate();
  }

  updated(changed) {
    if (this.chosen) later.want('cards');
    if (changed.has('chosen') && this.chosenKey) this.list?.reveal(this.chosenKey);
  }

  get list() {
    return this.querySelector('hp-prompt-list');
  }

  /** Where the card is. */
  get pane() {
    return this.querySelector('.inbox-prompt');
  }

  get bar() {
    return this.querySelector('hp-filter-bar');
  }

  /** The address says which part of the inbox is wanted. */
  #turnedTo() {
    if (router.place.view !== 'inbox') return;
    this.wish = wishOf(location.search, me.usualTab);
    inbox.choose(queryOf(this.wish));
    this.requestUpdate();
  }

  #follow() {
    this.selection.retain((key) => this.shown.indexOf(key) >= 0);
    this.requestUpdate();
  }

  want(wish) {
    router.go(location.pathname + toSearch(wish, me.usualTab), { replace: true });
  }

  #turn(tab) {
    this.want({ ...this.wish, tab });
  }

  #snoozed(key) {
    const prompt = inbox.at(key);
    if (this.wish.tab === 'me' && !this.wish.snoozed && prompt && snoozedUntil(prompt, Date.now())) inbox.drop(key);
  }

  /** What is new comes in, in its order; what was decided goes. */
  letIn() {
    if (this.shown.fresh.size === 0) announce(t('inbox.inbox.nothing_new'), 'info');
    else inbox.tidy(this.chosenKey);
  }

  readAgain() {
    inbox.reload();
    const prompt = inbox.at(this.chosenKey);
    if (prompt) inbox.refresh(prompt).catch(() => {});
  }

  clearSettled() {
    inbox.clear(new Set([this.chosenKey]));
  }

  /** @param focused whether the focus goes along, as after a key */
  async choose(key, focused = false, replace = false) {
    const prompt = inbox.at(key);
    if (!prompt) return;
    this.active = key;
    router.go(to.prompt(prompt) + location.search, { replace: replace || Boolean(this.chosen) });
    if (!focused) return;
    await this.updateComplete;
    await new Promise((drawn) => setTimeout(drawn));
    const { pane } = this;
    if (!pane?.querySelector('hp-approval')?.focusFirst()) pane?.focus();
  }

  async leave() {
    if (!this.chosen) return;
    router.go('/ui' + location.search);
    await this.updateComplete;
    await new Promise((drawn) => setTimeout(drawn));
    this.list?.focusList();
  }

  get isHasty() {
    return performance.now() - this.#changedAt < HASTY_MS;
  }

  /** Letters and digits are about what is open. Where another row is active, that one is opened first, and nothing decided. */
  act(method, event, ...more) {
    if (event.repeat || this.isHasty) return;
    if (this.active && this.active !== this.chosenKey && this.shown.indexOf(this.active) >= 0) {
      const { kind } = inbox.at(this.active) ?? {};
      this.choose(this.active, true);
      if (method === 'allow') announce(kind === 'question' ? t('inbox.inbox.opened_answer') : t('inbox.inbox.opened_allow'));
      return;
    }
    const element = this.pane?.querySelector('hp-approval, hp-question');
    if (!element || (inbox.at(this.chosenKey)?.settled && !LOOKING.has(method))) return;
    const name = method === 'allow' && element.localName === 'hp-question' ? 'answer' : method;
    element[name]?.(...more);
  }

  /** c, z and m: about what is open, by the part of its card that does it. */
  triage(part, method, event) {
    if (event.repeat || this.isHasty) return;
    this.pane?.querySelector(part)?.[method]();
  }

  /** U: what is open and held, and what was held last at once. */
  async undo() {
    const prompts = undoable(inbox.at(this.chosenKey));
    if (prompts.length === 0) {
      announce(t('inbox.inbox.nothing_to_undo'), 'info');
      return;
    }
    try {
      await undo(prompts);
      announce(undone(prompts), 'done');
    } catch (problem) {
      announce(notUndone(problem), 'wrong');
    }
  }

  /** One row, by a click on its own word. */
  async #undo(key) {
    const prompt = inbox.at(key);
    try {
      await undo([prompt]);
      announce(undone([prompt]), 'done');
    } catch (problem) {
      announce(notUndone(problem), 'wrong');
    }
  }

  nextPending() {
    return this.shown.nextAfter(this.chosenKey, isPending);
  }

  /** Whether what is open was decided, and Enter is not of a button or a link. */
  isDone({ target }) {
    return Boolean(this.#isDecided) && target.closest?.('button, a, summary, input, textarea, select') === null;
  }

  get #isDecided() {
    const prompt = inbox.at(this.chosenKey);
    return prompt && (prompt.settled || heldOf(prompt)?.by === me.caller?.name);
  }

  /** After a decision Enter and j lead on, if the list is still at what was decided; says whether they did. */
  goOn() {
    if (!this.#isDecided || (this.active && this.active !== this.chosenKey)) return false;
    const next = this.nextPending();
    if (!next) return false;
    this.choose(next, true, true);
    return true;
  }

  /** The next one opens by itself only where the person wants that. */
  #decided(prompts) {
    if (prompts.length !== 1 || prompts[0].key !== this.chosenKey || this.querySelector('hp-bulk')?.isDeciding) return;
    this.#mine.add(prompts[0].key);
    if (!settings.get('goOn')) return;
    const next = this.nextPending();
    if (!next) return;
    this.#turnedAt = performance.now();
    this.choose(next, lastHand() === 'keyboard', true);
  }

  /** A click that was meant for the card before is not taken by the one that has just come up. */
  #hasty = {
    capture: true,
    handleEvent: (event) => {
      if (performance.now() - this.#turnedAt < HASTY_MS) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
  };

  #mine = new Set();

  #settled(prompt) {
    if (prompt.key !== this.chosenKey || this.#mine.has(prompt.key) || prompt.settled.by === me.caller?.name) return;
    const how = ending(prompt.settled);
    announce(t('inbox.inbox.while_reading', { ending: `${how[0].toUpperCase()}${how.slice(1)}` }));
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
          <div class="inbox-rows" id="inbox-rows" role="tabpanel" aria-labelledby="inbox-tab-${this.wish.tab}">${this.#rows()}</div> ${this.#bar()}</section>
        <section class="inbox-prompt" tabindex="0" aria-label=${this.#label()} @click=${this.#hasty}>${this.#prompt()}</section>
      </div>
      <hp-bulk @done=${({ detail }) => this.#bulkDone(detail)}></hp-bulk>`;
  }

  #head() {
    const settled = inbox.prompts.filter((prompt) => prompt.settled && prompt.key !== this.chosenKey).length;
    const fresh = this.shown.fresh.size;
    return html`<header class="inbox-head">
      <div class="line"><h1 id="inbox-title">${t('state.title.inbox')}</h1>
        ${settled ? html`<button class="plain inbox-clear" @click=${() => this.clearSettled()}>${t('inbox.inbox.hide', { count: settled })}</button>` : ''}
      </div>
      ${tabsTemplate(this.wish.tab, (tab) => this.#turn(tab), html`<span role="status">${fresh ? html`<button class="inbox-new" aria-keyshortcuts="." @click=${() => this.letIn()}>${t('inbox.inbox.fresh', { count: fresh })}</button>` : ''}</span>`)}
      <hp-filter-bar .wanted=${this.wish} @wanted=${({ detail }) => this.want(detail)} @done=${() => this.list?.focusList()}></hp-filter-bar>
      <p class="inbox-shown" role="status">${this.#shownWords()}</p>
      ${inbox.problem && inbox.prompts.length > 0 && !isOffline() ? failed(inbox.problem, () => inbox.reload()) : ''}
    </header>`;
  }

  #shownWords() {
    if (!isFiltering(this.wish) || !inbox.loaded || this.shown.keys.length === 0) return '';
    const count = this.shown.keys.length;
    const words = inbox.hasMore ? t('inbox.inbox.results_or_more', { count }) : t('inbox.inbox.results', { count });
    return inbox.truncated ? t('inbox.inbox.among', { words }) : words;
  }

  #rows() {
    const { keys, soon } = this.shown;
    if (keys.length > 0) {
      return html`<hp-prompt-list .shown=${this.shown} .keys=${keys} .soon=${soon} .words=${this.#words} .selected=${this.selection.keys} .active=${this.active} .chosen=${this.chosenKey}
        @open=${({ detail }) => this.choose(detail, lastHand() === 'keyboard')} @toggle=${({ detail }) => this.toggle(detail)} @undo=${({ detail }) => this.#undo(detail)}
        @extend=${({ detail }) => this.extend(detail)} @active=${({ detail }) => (this.active = detail)} @more=${() => inbox.more()}></hp-prompt-list>`;
    }
    if (inbox.problem) return failed(inbox.problem, () => inbox.reload(true));
    if (!inbox.loaded || inbox.isReading) return loading();
    const others = inbox.waiting;
    if (isFiltering(this.wish) && others > 0) return empty(t('inbox.inbox.no_results'), t('inbox.inbox.others_waiting', { count: others }));
    if (others > 0) {
      return html`${empty(t('inbox.inbox.caught_up'), t('inbox.inbox.for_others', { count: others }))}
        <p class="inbox-others"><button @click=${() => this.#turn('all')}>${t('inbox.inbox.show_all')}</button></p>`;
    }
    return html`${empty(t('inbox.inbox.caught_up'), t('inbox.inbox.automatically'))}<hp-connect></hp-connect>`;
  }

  get #words() {
    return this.wish.q.toLowerCase().split(/\s+/u).filter(Boolean);
  }

  #bar() {
    const { selected } = this;
    if (selected.length === 0) return '';
    const why = isOffline() ? OFFLINE : me.decides ? '' : t('inbox.inbox.role', { role: me.caller?.role ?? '' });
    const off = why ? 'true' : 'false';
    const open = (behavior) => why || this.#openBulk(behavior);
    return html`<div class="inbox-bar" role="group" aria-label=${t('inbox.inbox.selection')}>
      <strong role="status">${t('inbox.inbox.selected', { count: selected.length })}</strong>
      <button class="allow" aria-disabled=${off} aria-describedby="inbox-bar-why" @click=${() => open('allow')}>${t('inbox.inbox.allow_all')}</button>
      <button class="deny" aria-disabled=${off} aria-describedby="inbox-bar-why" @click=${() => open('deny')}>${t('inbox.inbox.deny_all')}</button>
      <button class="plain" @click=${() => this.selectNone()}>${t('inbox.inbox.clear_selection')}</button>
      <span id="inbox-bar-why" class="faint">${why}</span>
    </div>`;
  }

  /** A row has no input: what is to be decided is read whole before it is shown. */
  async #openBulk(behavior) {
    if (!(await later.want('cards'))) return;
    try {
      await inbox.readWhole(this.selected);
    } catch (problem) {
      announce(problem.detail ?? String(problem), 'wrong');
      return;
    }
    this.querySelector('hp-bulk').open(this.selected, behavior);
  }

  #bulkDone(decided) {
    if (decided) this.selectNone();
    this.list?.focusList();
  }

  #label() {
    const prompt = inbox.at(this.chosenKey);
    if (!prompt?.row) return t('inbox.inbox.chosen');
    const title = plain(titleOf(prompt));
    return prompt.kind === 'approval' ? t('inbox.inbox.approval', { title }) : t('inbox.inbox.question', { title });
  }

  #prompt() {
    if (!this.chosen) return empty(t('inbox.inbox.select'), t('inbox.inbox.select_hint'));
    const prompt = inbox.at(this.chosenKey);
    return html`<nav class="inbox-back" aria-label=${t('inbox.inbox.back')}>${this.#next(prompt)}</nav>
      <h1 class="only-read inbox-alone">${t('state.title.inbox')}</h1>
      ${prompt?.row && later.has('cards')
        ? repeat([prompt], ({ key }) => key, (one) => (one.kind === 'approval'
            ? html`<hp-approval .prompt=${one}></hp-approval>`
            : html`<hp-question .prompt=${one}></hp-question>`))
        : this.#found.problem
          ? failed(this.#found.problem, () => this.#found.load(this.kind, this.chosen))
          : later.problem ? failed(later.problem, () => location.reload()) : loading()}`;
  }

  #next(prompt) {
    const next = prompt?.settled ? this.nextPending() : null;
    return next ? html`<button @click=${() => this.choose(next, true, true)}>${t('inbox.inbox.next')}</button>` : '';
  }
}

customElements.define('hp-inbox', InboxView);

// <hp-inbox>: everything that waits, and the one that was chosen. What is shown stays where it is, and what is
// chosen stays chosen: only the person who looks changes either.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { empty, failed, loading } from '../parts/states.js';
import { announce } from '../parts/announce.js';
import { BarRoom } from '../parts/bar-room.js';
import { later } from '../parts/later.js';
import { ticker } from '../parts/ticker.js';
import { heldOf, notUndone, undo, undoable, undone } from '../state/holds.js';
import { inbox } from '../state/inbox.js';
import { keyOf } from '../state/prompt.js';
import { snoozedUntil } from '../state/triage.js';
import { isFiltering, queryOf, toSearch, wishOf } from '../state/wish.js';
import { OFFLINE, isOffline } from '../state/offline.js';
import { keys } from '../state/keys.js';
import { me } from '../state/me.js';
import { live } from '../net/live.js';
import { router, to } from '../router.js';
import { tabsTemplate } from './tabs.js';
import { AutoAdvance } from './auto-advance.js';
import { bindings } from './bindings.js';
import { Away, lastHand } from './hands.js';
import { OpenCard } from './open-card.js';
import { Selection } from './selection.js';
import './connect.js';
import './filter-bar.js';
import './list.js';
import { t } from '../i18n/i18n.js';

/** Whether it waits for a decision: one that is held has its decision. */
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
  card = new OpenCard(this);
  advance = new AutoAdvance(this);

  connectedCallback() {
    super.connectedCallback();
    this.#turnedTo();
    this.listen(router, 'change', () => this.#turnedTo());
    this.listen(inbox, 'change', () => this.#follow());
    this.listen(inbox, 'updated', ({ detail }) => this.#snoozed(detail.key));
    this.listen(live, 'state');
    this.finally(keys.use(bindings(this)));
    const away = new Away(this, () => inbox.tidy(this.chosenKey));
    this.listen(ticker, 'tick', () => away.look());
  }

  get chosenKey() {
    return this.chosen ? keyOf(this.kind, this.chosen) : null;
  }

  willUpdate(changed) {
    if (!changed.has('chosen') && !changed.has('kind')) return;
    this.card.turned();
    if (this.chosenKey) this.active = this.chosenKey;
  }

  updated(changed) {
    if (changed.has('chosen') && this.chosenKey) this.list?.reveal(this.chosenKey);
  }

  get list() {
    return this.querySelector('hp-prompt-list');
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
    this.card.focus();
  }

  async leave() {
    if (!this.chosen) return;
    router.go('/ui' + location.search);
    await this.updateComplete;
    await new Promise((drawn) => setTimeout(drawn));
    this.list?.focusList();
  }

  /** U: what is open and held, and what was held last at once. */
  undo() {
    const prompts = undoable(inbox.at(this.chosenKey));
    if (prompts.length === 0) announce(t('inbox.inbox.nothing_to_undo'), 'info');
    else this.#undo(prompts);
  }

  async #undo(prompts) {
    try {
      announce(undone(await undo(prompts)), 'done');
    } catch (problem) {
      announce(notUndone(problem), 'wrong');
    }
  }

  nextPending() {
    return this.shown.nextAfter(this.chosenKey, isPending);
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
        <section class="inbox-prompt" tabindex="0" aria-label=${this.card.label} @click=${this.advance.hastyClick}>${this.card.template()}</section>
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
        @open=${({ detail }) => this.choose(detail, lastHand() === 'keyboard')} @toggle=${({ detail }) => this.toggle(detail)} @undo=${({ detail }) => this.#undo([inbox.at(detail)])}
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

  /** Why none of those that are selected can be decided; empty where they can. */
  get #whyNot() {
    return isOffline() ? OFFLINE : me.decides ? '' : t('daemon.role', { role: me.caller?.role ?? '' });
  }

  /** Allow and deny by key are for those that are selected, where any are. Whether they were. */
  decideSelected(behavior, event) {
    if (this.selected.length === 0) return false;
    if (this.#whyNot) announce(this.#whyNot, 'info');
    else if (!event.repeat) this.#openBulk(behavior);
    return true;
  }

  #bar() {
    const { selected } = this;
    if (selected.length === 0) return '';
    const why = this.#whyNot;
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
    // A second key was faster than the first one's answer.
    if (!document.querySelector('dialog[open]')) this.querySelector('hp-bulk').open(this.selected, behavior);
  }

  #bulkDone(decided) {
    if (!decided) return; // the focus is back where it was
    this.selectNone();
    this.list?.focusList();
  }
}

customElements.define('hp-inbox', InboxView);

// <hp-prompt-list>: thousands of rows of which few are on the page. One stop for the Tab key; the active row is
// told by aria-activedescendant, and stays on the page however far one scrolls away from it.

import { html, noChange } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { ticker } from '../parts/ticker.js';
import { inbox } from '../state/inbox.js';
import { lastHand } from './hands.js';
import { LongPress } from './long-press.js';
import { SPARE, revealed, stepped, visible } from './window.js';
import { row, rowId, titleOf } from './row.js';
import { t } from '../i18n/i18n.js';
import { to } from '../router.js';

/** How near to the end one is when further rows are read, in rows. */
const NEAR_END = 20;

/** Tells 'open', 'toggle', 'extend' and 'undo' with a key, 'active' when the active row has changed, and 'more' near the end. */
class PromptList extends Element {
  static properties = {
    shown: { attribute: false },
    keys: { attribute: false },
    soon: { type: Number },
    words: { attribute: false },
    selected: { attribute: false },
    active: {},
    chosen: {},
  };
  #top = 0;
  #room = 0;
  #height = 0;
  #heading = 0;
  /** None until the first rows are seen: a slow phone draws half as much in its first task. */
  #spare = 0;
  /** The rows that are drawn, where nothing has changed but how far the list is scrolled: they stay as they are. */
  #still = new Set();
  /** What the pointer went down on, {key, tick}; a null key is none of the rows, undefined that there was no pointer. */
  #pressed = undefined;
  #long = new LongPress((key) => {
    // The click that ends the touch is no further one.
    this.#pressed = { key: null };
    if (inbox.at(key) && !inbox.at(key).settled) this.#tell('toggle', key);
  });

  connectedCallback() {
    super.connectedCallback();
    this.listen(ticker, 'tick', () => this.#anew());
    this.listen(inbox, 'change', () => this.#anew());
    const sizes = new ResizeObserver(() => this.#measure());
    this.updateComplete.then(() => {
      if (!this.isConnected) return;
      sizes.observe(this.#box);
      this.#measure();
    });
    this.finally(() => sizes.disconnect());
    this.finally(() => this.#long.end());
  }

  get #box() {
    return this.querySelector('.inbox-list');
  }

  #measure() {
    const box = this.#box;
    if (!box) return;
    this.#room = box.clientHeight;
    this.#height = this.querySelector('.inbox-measure').offsetHeight;
    this.#heading = this.querySelector('.inbox-measure-heading').offsetHeight;
    this.#top = box.scrollTop;
    this.#anew();
  }

  #anew() {
    this.#still.clear();
    this.requestUpdate();
  }

  willUpdate(changed) {
    if (changed.size > 0) this.#still.clear();
  }

  /** How high the headings are that stand before a row. */
  #above(index) {
    if (!this.soon) return 0;
    return index >= this.soon ? 2 * this.#heading : this.#heading;
  }

  #topOf(index) {
    return index * this.#height + this.#above(index);
  }

  render() {
    const { keys, soon } = this;
    const count = keys.length;
    const { from, to } = visible({ count, height: this.#height, top: this.#top, room: this.#room, spare: this.#spare });
    const places = Array.from({ length: to - from }, (_, i) => from + i);
    const active = this.shown.indexOf(this.active);
    if (active >= 0 && active < from) places.unshift(active);
    if (active >= to && this.#height > 0) places.push(active);
    const rows = (some) => repeat(some, (place) => keys[place], (place) => this.#row(keys[place], place, count));
    const heading = (text, top) => html`<div class="inbox-heading" aria-hidden="true" .style=${`transform: translateY(${top}px)`}>${text}</div>`;
    return html`<div class="inbox-list ${this.selected.size > 0 ? 'is-picking' : ''}" role="listbox" tabindex="0" aria-label=${t('inbox.list.waiting')} aria-multiselectable="true"
        aria-activedescendant=${active < 0 ? '' : rowId(this.active)}
        @scroll=${() => this.#scrolled()} @keydown=${(event) => this.#key(event)} @focus=${() => this.#focused()}
        @pointerdown=${(event) => this.#down(event)} @pointermove=${(event) => this.#long.moved(event)} @pointerup=${() => this.#long.end()} @pointercancel=${() => this.#cancelled()}
        @contextmenu=${(event) => this.#long.isTouch && event.preventDefault()} @pointerover=${(event) => this.#over(event)} @click=${(event) => this.#clicked(event)} @auxclick=${(event) => this.#opened(event)}>
        <div class="inbox-measure" role="none"></div><div class="inbox-measure-heading" role="none"></div>
        <div class="inbox-sizer" role="none" .style=${`block-size: ${this.#topOf(count)}px`}>
          ${soon
            ? html`<div role="group" aria-label=${t('inbox.list.soon')}>${heading(t('inbox.list.soon'), 0)}${rows(places.filter((place) => place < soon))}</div>
              ${count > soon ? html`<div role="group" aria-label=${t('inbox.list.rest')}>${heading(t('inbox.list.rest'), this.#heading + soon * this.#height)}${rows(places.filter((place) => place >= soon))}</div>` : ''}`
            : rows(places)}
        </div>
      </div>`;
  }

  updated() {
    if (this.#height > 0 && this.#spare === 0) {
      this.#spare = SPARE;
      requestAnimationFrame(() => setTimeout(() => this.requestUpdate()));
    }
    this.#still = new Set([...this.querySelectorAll('[data-key]')].map(({ dataset }) => dataset.key));
    const { to } = visible({ count: this.keys.length, height: this.#height, top: this.#top, room: this.#room, spare: NEAR_END });
    if (this.#height > 0 && to >= this.keys.length) this.#tell('more');
  }

  #row(key, index, count) {
    if (this.#still.has(key)) return noChange;
    const is = {
      index,
      count,
      active: key === this.active,
      chosen: key === this.chosen,
      selected: this.selected.has(key),
      top: this.#topOf(index),
      words: this.words,
    };
    const prompt = inbox.at(key);
    return prompt ? row(prompt, is, ticker.nowMs) : '';
  }

  #scrolled() {
    this.#top = this.#box.scrollTop;
    this.requestUpdate();
  }

  /** Under a pointer that is down nothing moves: the click says which row is meant. */
  #focused() {
    if (this.#pressed && lastHand() !== 'keyboard') return;
    if (this.shown.indexOf(this.active) < 0 && this.shown.keys.length > 0) {
      this.#activate(visible({ count: this.shown.keys.length, height: this.#height, top: this.#top, room: this.#room, spare: 0 }).from);
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // They scroll the card that is open.
    if (this.chosen && (event.key === 'PageDown' || event.key === 'PageUp')) return;
    const place = stepped(event.key, {
      index: this.shown.indexOf(this.active),
      count: this.shown.keys.length,
      rows: Math.floor(this.#room / this.#height),
    });
    if (place !== undefined) this.#activate(place);
    else if (event.key === 'Enter' && this.active) this.#tell('open', this.active);
    else return;
    event.preventDefault();
  }

  /** For j and k, from wherever the focus is. */
  step(by) {
    const place = stepped(by > 0 ? 'ArrowDown' : 'ArrowUp', { index: this.shown.indexOf(this.active), count: this.shown.keys.length, rows: 1 });
    if (place !== undefined) this.#activate(place);
  }

  #activate(place) {
    this.#tell('active', this.shown.keys[place]);
    this.reveal(this.shown.keys[place]);
  }

  reveal(key) {
    const index = this.shown.indexOf(key);
    if (index < 0 || !this.#height || !this.#box) return;
    const above = this.#above(index);
    const top = revealed({ index, height: this.#height, top: this.#box.scrollTop - above, room: this.#room }) + above;
    if (top === this.#box.scrollTop) return;
    // The place must be there before it can be scrolled to.
    this.updateComplete.then(() => {
      if (this.#box) this.#box.scrollTop = top;
    });
  }

  focusList() {
    this.#box?.focus({ preventScroll: true });
  }

  #over({ target }) {
    const part = target.closest('[data-title]');
    const prompt = part && inbox.at(part.closest('[data-key]').dataset.key);
    if (prompt) part.title = titleOf(prompt, part);
  }

  #down(event) {
    this.#pressed = hit(event);
    this.#long.begin(event, this.#pressed.key);
  }

  #cancelled() {
    this.#long.end();
    this.#pressed = undefined;
  }

  /** The middle button, as on a link: an option of a listbox may have no link in it. */
  #opened(event) {
    const prompt = event.button === 1 && inbox.at(hit(event).key);
    if (prompt) window.open(to.prompt(prompt), '_blank', 'noopener');
  }

  /** What was pressed counts: a row that has come under the pointer since was not meant. */
  #clicked(event) {
    const { key, tick, undo } = this.#pressed ?? hit(event);
    this.#pressed = undefined;
    if (!key || !inbox.at(key)) return;
    if (undo) return this.#tell('undo', key);
    this.#tell('active', key);
    if (event.shiftKey) this.#tell('extend', key);
    else if (event.ctrlKey || event.metaKey || tick) this.#tell('toggle', key);
    else this.#tell('open', key);
  }

  #tell(type, key) {
    this.dispatchEvent(new CustomEvent(type, { detail: key }));
  }
}

function hit({ target }) {
  return { key: target.closest('[data-key]')?.dataset.key ?? null, tick: target.closest('[data-tick]') !== null, undo: target.closest('[data-undo]') !== null };
}

customElements.define('hp-prompt-list', PromptList);

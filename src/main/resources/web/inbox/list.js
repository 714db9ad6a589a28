// <hp-prompt-list>: thousands of rows of which few are on the page. One stop for the Tab key; the active row is
// told by aria-activedescendant, and stays on the page however far one scrolls away from it.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { ticker } from '../parts/ticker.js';
import { inbox } from '../state/inbox.js';
import { lastHand } from './hands.js';
import { revealed, stepped, visible } from './window.js';
import { row, rowId } from './row.js';

/** Tells 'open', 'toggle' and 'extend' with a key, and 'active' when the active row has changed. */
class PromptList extends Element {
  static properties = {
    shown: { attribute: false },
    keys: { attribute: false },
    selected: { attribute: false },
    active: {},
    chosen: {},
  };
  #top = 0;
  #room = 0;
  #height = 0;
  /** What the pointer went down on, {key, tick}; a null key is none of the rows, undefined that there was no pointer. */
  #pressed = undefined;

  connectedCallback() {
    super.connectedCallback();
    this.listen(ticker, 'tick');
    this.listen(inbox, 'change');
    const sizes = new ResizeObserver(() => this.#measure());
    this.updateComplete.then(() => {
      if (!this.isConnected) return;
      sizes.observe(this.#box);
      this.#measure();
    });
    this.finally(() => sizes.disconnect());
  }

  get #box() {
    return this.querySelector('.inbox-list');
  }

  #measure() {
    const box = this.#box;
    if (!box) return;
    this.#room = box.clientHeight;
    this.#height = this.querySelector('.inbox-measure').offsetHeight;
    this.#top = box.scrollTop;
    this.requestUpdate();
  }

  render() {
    const { keys } = this;
    const count = keys.length;
    const { from, to } = visible({ count, height: this.#height, top: this.#top, room: this.#room });
    const places = Array.from({ length: to - from }, (_, i) => from + i);
    const active = this.shown.indexOf(this.active);
    if (active >= 0 && active < from) places.unshift(active);
    if (active >= to && this.#height > 0) places.push(active);
    return html`<div class="inbox-list" role="listbox" tabindex="0" aria-label="Waiting prompts" aria-multiselectable="true"
        aria-activedescendant=${active < 0 ? '' : rowId(this.active)}
        @scroll=${() => this.#scrolled()} @keydown=${(event) => this.#key(event)} @focus=${() => this.#focused()}
        @pointerdown=${(event) => (this.#pressed = hit(event))} @pointercancel=${() => (this.#pressed = undefined)} @click=${(event) => this.#clicked(event)}>
        <div class="inbox-measure" role="none"></div>
        <div class="inbox-sizer" role="none" .style=${`block-size: ${count * this.#height}px`}>
          ${repeat(places, (place) => keys[place], (place) => this.#row(keys[place], place, count))}
        </div>
      </div>`;
  }

  #row(key, index, count) {
    const is = {
      index,
      count,
      active: key === this.active,
      chosen: key === this.chosen,
      selected: this.selected.has(key),
      top: index * this.#height,
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
    const place = stepped(event.key, {
      index: this.shown.indexOf(this.active),
      count: this.shown.keys.length,
      rows: Math.floor(this.#room / this.#height),
    });
    if (place !== undefined) this.#activate(place);
    else if (event.key === 'Enter' && this.active) this.#tell('open', this.active);
    else if (event.key === ' ' && this.active) this.#tell(event.shiftKey ? 'extend' : 'toggle', this.active);
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
    const top = revealed({ index, height: this.#height, top: this.#box.scrollTop, room: this.#room });
    if (top === this.#box.scrollTop) return;
    // The place must be there before it can be scrolled to.
    this.updateComplete.then(() => {
      if (this.#box) this.#box.scrollTop = top;
    });
  }

  focusList() {
    this.#box?.focus({ preventScroll: true });
  }

  /** What was pressed counts: a row that has come under the pointer since was not meant. */
  #clicked(event) {
    const { key, tick } = this.#pressed ?? hit(event);
    this.#pressed = undefined;
    if (!key || !inbox.at(key)) return;
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
  return { key: target.closest('[data-key]')?.dataset.key ?? null, tick: target.closest('[data-tick]') !== null };
}

customElements.define('hp-prompt-list', PromptList);

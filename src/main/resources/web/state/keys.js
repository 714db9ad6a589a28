// Keys for all. A view says what its keys do; which they are, and their labels, is in the table; they can be switched off.

import { KEYS } from '../key-table.js';
import { settings } from './settings.js';

/** How long the first of two keys is remembered. */
const THEN_MS = 1_500;

class Keys {
  #layers = [];
  /** The first of two keys that was pressed: {binding, untilMs}. */
  #first = null;

  start() {
    document.addEventListener('keydown', (event) => this.#pressed(event));
    document.addEventListener('pointerdown', () => (this.#first = null), { passive: true });
  }

  /**
   * @param bindings [{id: 'next', run(event)}, …], by the ids of the table; `when(event)` says where they do it. What
   *     the table gives a second key for runs with the event of that one
   * @return how to take them away again
   */
  use(bindings) {
    const layer = bindings.map((one) => ({ ...KEYS.find(({ id }) => id === one.id), ...one }));
    this.#layers.push(layer);
    return () => {
      this.#layers = this.#layers.filter((one) => one !== layer);
    };
  }

  #pressed(event) {
    if (event.key === 'Shift') return;
    const first = this.#first;
    this.#first = null;
    if (!settings.get('shortcuts') || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (first && performance.now() < first.untilMs && !first.binding.keys.includes(event.key)) {
      // Of two keys of which the second is none, neither does anything: a slip decides nothing.
      if (!first.binding.then.includes(event.key)) return;
      event.preventDefault();
      first.binding.run(event);
      return;
    }
    // The view's own first.
    for (const layer of [...this.#layers].reverse()) {
      const found = layer.find((one) => one.keys.includes(event.key) && (one.when?.(event) ?? true));
      if (!found) continue;
      event.preventDefault();
      if (found.then) this.#first = { binding: found, untilMs: performance.now() + THEN_MS };
      else found.run(event);
      return;
    }
  }
}

/** Letters belong to whoever writes; a button or a link keeps Enter and the space bar for itself. */
function isTyping(target) {
  return Boolean(target.closest?.('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'));
}

export const keys = new Keys();

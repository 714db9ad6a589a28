// Keys for all. A view says what its keys do; the help shows them; they can be switched off.

import { settings } from './settings.js';

class Keys extends EventTarget {
  #layers = [];

  start() {
    document.addEventListener('keydown', (event) => this.#pressed(event));
  }

  /**
   * @param bindings [{key: 'j', label: 'Next', run(event)}, …]; `keys` names several that do the same, and
   *     `when(event)` says where they do it
   * @return how to take them away again
   */
  use(group, bindings) {
    const layer = { group, bindings };
    this.#layers.push(layer);
    return () => {
      this.#layers = this.#layers.filter((one) => one !== layer);
    };
  }

  /** For the help: [{group, bindings}], the view's own first. */
  get all() {
    return [...this.#layers].reverse();
  }

  #pressed(event) {
    if (!settings.get('shortcuts') || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    for (const { bindings } of this.all) {
      const found = bindings.find((one) => (one.keys ?? [one.key]).includes(event.key) && (one.when?.(event) ?? true));
      if (found) {
        event.preventDefault();
        found.run(event);
        return;
      }
    }
  }
}

/** Letters belong to whoever writes; a button or a link keeps Enter and the space bar for itself. */
function isTyping(target) {
  return target.closest?.('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]') !== null;
}

export const keys = new Keys();

// What somebody has chosen for this browser. Kept here alone; private windows may refuse, and that is fine.

const NAME = 'holdpoint.settings';
const DEFAULTS = { language: 'auto', theme: 'auto', contrast: 'auto', density: 'compact', folded: false, shortcuts: true, notify: false, sound: false, goOn: false, usualTab: '', undo: null };

class Settings extends EventTarget {
  #values = { ...DEFAULTS, ...stored() };

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    this.#values = { ...this.#values, [name]: value };
    try {
      localStorage.setItem(NAME, JSON.stringify(this.#values));
    } catch {
      // Then it holds until the page is closed.
    }
    this.dispatchEvent(new Event('change'));
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '{}');
  } catch {
    return {};
  }
}

export const settings = new Settings();

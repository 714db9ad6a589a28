// Views that somebody has saved: a name and an address each. Kept in this browser, in the order that they were given.

import { t } from '../i18n/i18n.js';

const NAME = 'holdpoint.views';
const MOST = 30;
const LONGEST = 60;

class Views extends EventTarget {
  all = stored();

  /** @return what is wrong, or '' */
  save(name, search) {
    const given = name.trim().slice(0, LONGEST);
    if (!given) return t('state.views.no_name');
    if (this.all.length >= MOST) return t('state.views.too_many', { count: MOST });
    this.#keep([...this.all, { name: given, search }]);
    return '';
  }

  rename(index, name) {
    const given = name.trim().slice(0, LONGEST);
    if (given) this.#keep(this.all.with(index, { ...this.all[index], name: given }));
  }

  remove(index) {
    this.#keep(this.all.toSpliced(index, 1));
  }

  move(index, by) {
    const to = index + by;
    if (to < 0 || to >= this.all.length) return;
    this.#keep(this.all.toSpliced(index, 1).toSpliced(to, 0, this.all[index]));
  }

  #keep(all) {
    this.all = all;
    try {
      localStorage.setItem(NAME, JSON.stringify(all));
    } catch {
      // Then it holds until the page is closed.
    }
    this.dispatchEvent(new Event('change'));
  }
}

function stored() {
  try {
    const all = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return all.filter(({ name, search }) => typeof name === 'string' && typeof search === 'string').slice(0, MOST);
  } catch {
    return [];
  }
}

export const views = new Views();

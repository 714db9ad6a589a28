// What narrows a list is part of its address: a reload and a link that somebody sends show the same.

import { router } from '../router.js';

/** A Lit controller: `new Address(this, ['status', 'q'], () => this.#list.load({anew: true}))`, then `address.value.q`. */
export class Address {
  value;
  #host;
  #names;
  #changed;
  #arrived = () => {
    const now = read(this.#names);
    if (this.#names.every((name) => now[name] === this.value[name])) return;
    this.value = now;
    this.#host.requestUpdate();
    this.#changed();
  };

  constructor(host, names, changed = () => {}) {
    this.#host = host;
    this.#names = names;
    this.#changed = changed;
    this.value = read(names);
    host.addController(this);
  }

  hostConnected() {
    router.addEventListener('change', this.#arrived);
  }

  hostDisconnected() {
    router.removeEventListener('change', this.#arrived);
  }

  /** How many of them narrow anything. */
  get count() {
    return this.#names.filter((name) => this.value[name]).length;
  }

  /** What is empty leaves the address. */
  put(change) {
    this.value = { ...this.value, ...change };
    const query = new URLSearchParams(location.search);
    for (const name of this.#names) {
      if (this.value[name]) query.set(name, this.value[name]);
      else query.delete(name);
    }
    const text = query.toString();
    history.replaceState(history.state, '', location.pathname + (text ? `?${text}` : ''));
    this.#host.requestUpdate();
    this.#changed();
  }

  clear() {
    this.put(Object.fromEntries(this.#names.map((name) => [name, ''])));
  }
}

function read(names) {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']));
}

// How much room the bar of a card takes at the foot of the window: messages are shown above it.

const ROOM = '--bar-room';

/** A Lit controller: `new BarRoom(this, '.approval-bar')`. */
export class BarRoom {
  #host;
  #name;
  #bar = null;
  #sizes;

  constructor(host, name) {
    this.#host = host;
    this.#name = name;
    host.addController(this);
  }

  hostConnected() {
    this.#sizes = new ResizeObserver(() => this.#measure());
    addEventListener('resize', this.#measure);
  }

  hostUpdated() {
    const bar = this.#host.querySelector(this.#name);
    if (bar === this.#bar) return;
    if (this.#bar) this.#sizes.unobserve(this.#bar);
    this.#bar = bar;
    if (bar) this.#sizes.observe(bar);
    this.#measure();
  }

  hostDisconnected() {
    this.#sizes.disconnect();
    removeEventListener('resize', this.#measure);
    this.#bar = null;
    document.documentElement.style.removeProperty(ROOM);
  }

  /** A bar that does not stick to the foot scrolls with its card. */
  #measure = () => {
    const sticks = this.#bar && getComputedStyle(this.#bar).position === 'sticky';
    const room = sticks ? Math.max(0, Math.round(innerHeight - this.#bar.getBoundingClientRect().top)) : 0;
    document.documentElement.style.setProperty(ROOM, `${room}px`);
  };
}

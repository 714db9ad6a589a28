// How much room bars take at the foot of the window: messages are shown above them.

const ROOM = '--bar-room';
/** What each host's bar takes, in pixels. */
const rooms = new Map();

function put(host, room) {
  if (room > 0) rooms.set(host, room);
  else rooms.delete(host);
  document.documentElement.style.setProperty(ROOM, `${Math.max(0, ...rooms.values())}px`);
}

/** A Lit controller: `new BarRoom(this, '.approval-bar')`. */
export class BarRoom {
  #host;
  #name;
  #isFoot;
  #bar = null;
  #sizes;

  /** @param isFoot whether the bar is the foot of its pane */
  constructor(host, name, isFoot = false) {
    this.#host = host;
    this.#name = name;
    this.#isFoot = isFoot;
    host.addController(this);
  }

  hostConnected() {
    this.#sizes = new ResizeObserver(() => this.#measure());
    // A bar moves without a change of its own where what is around the view changes.
    this.#sizes.observe(document.querySelector('main') ?? document.body);
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
    put(this.#host, 0);
  }

  /** A bar that does not stick to the foot scrolls with its card, unless it is the foot of its pane. */
  #measure = () => {
    const stays = this.#bar && (this.#isFoot || getComputedStyle(this.#bar).position === 'sticky');
    const { top, height } = stays ? this.#bar.getBoundingClientRect() : { top: 0, height: 0 };
    put(this.#host, height > 0 ? Math.max(0, Math.round(innerHeight - top)) : 0);
  };
}

// What people last used, and whether they have left something alone for a while.

const AWAY_MS = 10_000;
let hand = 'keyboard';

addEventListener('pointerdown', () => (hand = 'pointer'), { capture: true, passive: true });
addEventListener('keydown', () => (hand = 'keyboard'), { capture: true, passive: true });

/** 'keyboard' or 'pointer' */
export const lastHand = () => hand;

/** Calls when neither pointer nor focus has been in an element's list for a while; once each time. */
export class Away {
  #host;
  #leave;
  #sinceMs = performance.now();

  constructor(host, leave) {
    this.#host = host;
    this.#leave = leave;
  }

  look() {
    const pane = this.#host.querySelector('.inbox-pane');
    if (!pane || pane.matches(':hover, :focus-within')) {
      this.#sinceMs = performance.now();
      return;
    }
    if (performance.now() - this.#sinceMs < AWAY_MS) return;
    this.#sinceMs = performance.now();
    this.#leave();
  }
}

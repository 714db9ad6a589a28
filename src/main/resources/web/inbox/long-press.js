// A finger that rests on a row selects it, as there is no pointer that hovers.

const LONG_MS = 500;
const SLACK_PX = 10;

export class LongPress {
  #told;
  #timer = 0;
  #from = null;
  /** Whether the last press was one of a finger: its context menu is not wanted. */
  isTouch = false;

  /** @param told(key) when the finger has rested for long enough */
  constructor(told) {
    this.#told = told;
  }

  begin({ pointerType, clientX, clientY }, key) {
    this.end();
    this.isTouch = pointerType === 'touch';
    if (!this.isTouch || !key) return;
    this.#from = { x: clientX, y: clientY };
    this.#timer = setTimeout(() => {
      this.end();
      this.#told(key);
    }, LONG_MS);
  }

  moved({ clientX, clientY }) {
    if (this.#from && Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > SLACK_PX) this.end();
  }

  end() {
    clearTimeout(this.#timer);
    this.#from = null;
  }
}

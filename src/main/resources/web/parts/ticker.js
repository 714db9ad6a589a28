// One clock for all that shows an age or a countdown.

class Ticker extends EventTarget {
  nowMs = Date.now();
  constructor() {
    super();
    setInterval(() => {
      this.nowMs = Date.now();
      if (!document.hidden) this.dispatchEvent(new Event('tick'));
    }, 1000);
  }
}

export const ticker = new Ticker();

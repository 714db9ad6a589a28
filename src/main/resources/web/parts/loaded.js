// One thing that a view has asked for: nothing yet, there, or refused; the newest wish wins.

/** A Lit controller: `this.runs = new Loaded(this, (signal) => api.get(…, {signal}))`, then `runs.load()`. */
export class Loaded {
  value = undefined;
  problem = null;
  pending = false;
  #host;
  #ask;
  #controller = null;

  constructor(host, ask) {
    this.#host = host;
    this.#ask = ask;
    host.addController(this);
  }

  hostDisconnected() {
    this.#controller?.abort();
  }

  async load(...wish) {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.pending = true;
    this.#host.requestUpdate();
    try {
      const value = await this.#ask(controller.signal, ...wish);
      if (controller.signal.aborted) return;
      this.value = value;
      this.problem = null;
    } catch (problem) {
      if (controller.signal.aborted) return;
      this.problem = problem;
    }
    this.pending = false;
    this.#host.requestUpdate();
  }
}

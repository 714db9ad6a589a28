// What all elements of the page share.

import { LitElement } from 'lit';

/** Without a shadow: labels reach their fields, one style sheet reaches all, and tests see what people see. */
export class Element extends LitElement {
  #ending = [];

  createRenderRoot() {
    this.replaceChildren();
    return this;
  }

  /** Listens while the element is on the page, and renders anew when it hears nothing else to do. */
  listen(target, type, listener = () => this.requestUpdate()) {
    target.addEventListener(type, listener);
    this.#ending.push(() => target.removeEventListener(type, listener));
  }

  /** Run when the element leaves the page. */
  finally(end) {
    this.#ending.push(end);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#ending.splice(0).forEach((end) => end());
  }
}

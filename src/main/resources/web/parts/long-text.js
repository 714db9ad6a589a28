// <hp-long-text .text .code>: text of agents and people with its lines kept; what is very long is folded, and
// says so, and what hides in it is shown.

import { html } from 'lit';
import { Element } from './element.js';
import { marked } from './text.js';
import { t } from '../i18n/i18n.js';

const LETTERS = 1_500;
const LINES = 24;

class LongText extends Element {
  static properties = { text: { attribute: false }, code: { type: Boolean }, whole: { state: true } };

  willUpdate(changed) {
    if (changed.has('text')) this.whole = false;
  }

  render() {
    const text = String(this.text ?? '');
    const start = this.whole ? text : beginning(text);
    if (start.length === text.length) return this.#block(text);
    return html`${this.#block(`${start}…`)}
      <button type="button" class="plain" @click=${() => (this.whole = true)}>${t('parts.long_text.show', { count: text.length - start.length })}</button>`;
  }

  #block(text) {
    return this.code
      ? html`<pre class="long-text" dir="auto">${marked(text)}</pre>`
      : html`<span class="long-text" dir="auto">${marked(text)}</span>`;
  }
}

/** The first lines, and not too much of them; a little more than fits is shown, as a button takes as much room. */
export function beginning(text) {
  const lines = text.split('\n');
  const some = lines.length > LINES * 1.2 ? lines.slice(0, LINES).join('\n') : text;
  return some.length > LETTERS * 1.2 ? some.slice(0, LETTERS).replace(/[\ud800-\udbff]$/, '') : some;
}

/** The same as a piece of a template. */
export function longText(text, { code = false } = {}) {
  return html`<hp-long-text .text=${text} ?code=${code}></hp-long-text>`;
}

customElements.define('hp-long-text', LongText);

// <hp-json .value>: JSON as a tree that folds; long texts and lists are cut until somebody wants all of them.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { marked, someMarks } from '../parts/text.js';
import { MEMBERS, brief, cut, entries, typeOf } from '../format/json.js';

const OPEN_DEPTH = 2;
/** Nothing opens by itself once so many members are drawn. */
const DRAWN = 500;

class JsonTree extends Element {
  static properties = { value: { attribute: false }, wanted: { state: true } };
  /** What was opened or closed, and of what all is wanted, by its path. */
  #open = new Map();
  #drawn = 0;
  #marks = someMarks();

  willUpdate(changed) {
    if (!changed.has('value')) return;
    this.#open.clear();
    this.wanted = new Set();
  }

  render() {
    this.#drawn = 0;
    this.#marks = someMarks();
    return html`<div class="json">${entries(this.value).length > 0 ? this.#members(this.value, '', 0) : this.#leaf(this.value, '')}</div>`;
  }

  #members(value, path, depth) {
    const all = entries(value);
    const shown = this.wanted.has(path) ? all : all.slice(0, MEMBERS);
    this.#drawn += shown.length;
    return html`<ul>
      ${shown.map(([name, one]) => html`<li>${this.#node(name, one, `${path}/${JSON.stringify(name)}`, depth)}</li>`)}
      ${all.length > shown.length ? html`<li>${this.#more(path, `Show all ${all.length.toLocaleString()}`)}</li>` : nothing}
    </ul>`;
  }

  #node(name, value, path, depth) {
    const label = html`<span class="json-name"><bdi>${marked(name, this.#marks)}</bdi></span>`;
    const count = entries(value).length;
    if (count === 0) return html`${label}<span class="json-colon">: </span>${this.#leaf(value, path)}`;
    const isOpen = this.#open.get(path) ?? (depth < OPEN_DEPTH && count <= MEMBERS && this.#drawn + count <= DRAWN);
    return html`<details ?open=${isOpen} @toggle=${(event) => this.#toggled(event, path)}>
      <summary>${label} <span class="faint"><bdi>${marked(brief(value), this.#marks)}</bdi></span></summary>
      ${isOpen ? this.#members(value, path, depth + 1) : nothing}
    </details>`;
  }

  #toggled(event, path) {
    this.#open.set(path, event.target.open);
    event.stopPropagation();
    this.requestUpdate();
  }

  #leaf(value, path) {
    const type = typeOf(value);
    if (type === 'array' || type === 'object') return html`<span class="json-${type}">${type === 'array' ? '[]' : '{}'}</span>`;
    if (type !== 'string') return html`<span class="json-${type}">${String(value)}</span>`;
    const start = this.wanted.has(path) ? null : cut(value);
    const isBlock = value.includes('\n');
    const quote = isBlock ? nothing : '"';
    const text = html`${quote}<span class="json-string ${isBlock ? 'json-block' : ''}" dir="auto">${marked(start ?? value, this.#marks)}${start === null ? nothing : '…'}</span>${quote}`;
    return start === null ? text : html`${text} ${this.#more(path, `Show all ${value.length.toLocaleString()} characters`)}`;
  }

  #more(path, label) {
    return html`<button type="button" class="plain json-more" @click=${() => (this.wanted = new Set([...this.wanted, path]))}>${label}</button>`;
  }
}

customElements.define('hp-json', JsonTree);

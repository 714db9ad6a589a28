// <hp-json .value .path label>: JSON as a table of its members, what is nested as a tree that folds; long texts and lists are cut until the reader wants all of them. With
// a path, where it is in the input, all of it is laid out.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { isLong } from '../parts/rendered.js';
import { marked, someMarks, underlinedText } from '../parts/text.js';
import { MEMBERS, brief, cut, entries, same, typeOf } from '../format/json.js';
import { pretty, valueOf } from '../format/rendering.js';
import { t } from '../i18n/i18n.js';

const OPEN_DEPTH = 2;
/** Nothing opens by itself once so many members are drawn. */
const DRAWN = 500;
/** What is deeper would run off the right edge; as text it wraps. */
const DEEPEST = 10;

class JsonTree extends Element {
  static properties = { value: { attribute: false, hasChanged: (now, before) => !same(now, before) }, path: { attribute: false }, marks: { attribute: false }, label: {}, wanted: { state: true } };
  /** What was opened or closed, and of what all is wanted, by its path. */
  #open = new Map();
  #drawn = 0;
  /** Whether the tree shows all of it. */
  #isWhole = false;
  #marks = someMarks();

  willUpdate(changed) {
    if (!changed.has('value')) return;
    this.#open.clear();
    this.#isWhole = Boolean(this.path) && isSmall(this.value);
    this.wanted = new Set();
  }

  render() {
    this.#drawn = 0;
    this.#marks = someMarks();
    const isTable = typeOf(this.value) === 'object' && entries(this.value).length > 0;
    return html`<div class="json ${isTable ? 'json-table' : ''}">${isTable
        ? this.#table()
        : entries(this.value).length > 0 ? this.#members(this.value, '', 0, this.path) : this.#leaf(this.value, '', this.path)}</div>
      ${this.path && !this.#isWhole
        ? html`<pre class="approval-code whole" dir="ltr" tabindex="0" role="group" aria-label=${t('approval.json_view.all')}><code data-rendered="input" data-path=${JSON.stringify(this.path)} data-is="json">${pretty(valueOf(this.value))}</code></pre>`
        : nothing}`;
  }

  #table() {
    const all = entries(this.value);
    const shown = this.#isWhole || this.wanted.has('') ? all : all.slice(0, MEMBERS);
    this.#drawn += shown.length;
    return html`<table class="approval-table" aria-label=${this.label ?? t('approval.input.parameters')}><tbody>
        ${shown.map(([name, one]) => {
          const [path, at] = [`/${JSON.stringify(name)}`, this.path && [...this.path, name]];
          return html`<tr><th scope="row" ?data-read=${this.#isWhole}><bdi class="json-name">${marked(name, this.#marks)}</bdi></th>
            <td>${entries(one).length > 0 ? this.#fold(one, path, 1, at, nothing) : this.#leaf(one, path, at, isPlain(one))}</td></tr>`;
        })}
      </tbody></table>
      ${all.length > shown.length ? this.#more('', t('approval.json_view.show_all', { count: all.length })) : nothing}`;
  }

  #members(value, path, depth, at) {
    const all = entries(value);
    const shown = this.#isWhole || this.wanted.has(path) ? all : all.slice(0, MEMBERS);
    this.#drawn += shown.length;
    return html`<ul>
      ${shown.map(([name, one]) => html`<li>${this.#node(name, one, `${path}/${JSON.stringify(name)}`, depth, at && [...at, name])}</li>`)}
      ${all.length > shown.length ? html`<li>${this.#more(path, t('approval.json_view.show_all', { count: all.length }))}</li>` : nothing}
    </ul>`;
  }

  #node(name, value, path, depth, at) {
    const label = html`<span class="json-name" ?data-read=${this.#isWhole}><bdi>${marked(name, this.#marks)}</bdi></span>`;
    const count = entries(value).length;
    if (count === 0) return html`${label}<span class="json-colon">: </span>${this.#leaf(value, path, at)}`;
    return this.#fold(value, path, depth, at, label);
  }

  #fold(value, path, depth, at, label) {
    const count = entries(value).length;
    const isOpen = this.#open.get(path) ?? (this.#isWhole || (depth < OPEN_DEPTH && count <= MEMBERS && this.#drawn + count <= DRAWN));
    return html`<details ?open=${isOpen} ?data-seen=${this.#isWhole} @toggle=${(event) => this.#toggled(event, path)}>
      <summary>${label} <span class="faint"><bdi>${marked(brief(value), this.#marks)}</bdi></span></summary>
      ${isOpen || this.#isWhole ? this.#members(value, path, depth + 1, at) : nothing}
    </details>`;
  }

  #toggled(event, path) {
    this.#open.set(path, event.target.open);
    event.stopPropagation();
    this.requestUpdate();
  }

  #leaf(value, path, at, isBare = false) {
    const type = typeOf(value);
    const of = this.#isWhole ? 'input' : nothing;
    const place = of === nothing ? nothing : JSON.stringify(at);
    if (type !== 'string') {
      const text = type === 'array' ? '[]' : type === 'object' ? '{}' : String(value);
      return html`<span class="json-${type}" data-rendered=${of} data-path=${place} data-is="json">${text}</span>`;
    }
    const start = this.#isWhole || this.wanted.has(path) ? null : cut(value);
    const isBlock = value.includes('\n');
    const scrolls = this.#isWhole && isLong(value);
    const quote = isBlock || isBare ? nothing : '"';
    const text = html`${quote}<span class="json-string ${isBlock ? 'json-block' : ''} ${scrolls ? 'whole' : ''}" dir="auto" tabindex=${scrolls ? 0 : nothing} role=${scrolls ? 'group' : nothing}
      aria-label=${scrolls ? t('parts.rendered.all') : nothing} data-rendered=${of} data-path=${place}>${underlinedText(start ?? value, at && this.marks ? this.marks(at) : [], this.#marks)}${start === null ? nothing : '…'}</span>${quote}`;
    return start === null ? text : html`${text} ${this.#more(path, t('approval.command.show', { count: value.length }))}`;
  }

  #more(path, label) {
    return html`<button type="button" class="plain json-more" @click=${() => (this.wanted = new Set([...this.wanted, path]))}>${label}</button>`;
  }
}

/** Whether a text in a cell of its own can be taken for nothing but a text. */
function isPlain(value) {
  return typeof value === 'string' && !/^$|^\s|\s$|^["[{]|^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$|^(?:true|false|null)$/i.test(value);
}

/** Whether a tree can show all of it; the text of what is larger costs a browser less, and that of what is deeper fits. */
function isSmall(value, left = { count: DRAWN }, depth = 0) {
  left.count--;
  return left.count >= 0 && depth <= DEEPEST && entries(value).every(([, one]) => isSmall(one, left, depth + 1));
}

customElements.define('hp-json', JsonTree);

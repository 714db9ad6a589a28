// Words of agents, as templates: never as markup.

import { html } from 'lit';
import { Element } from './element.js';
import { marked, someMarks } from './text.js';
import { markdown } from '../format/markdown.js';
import { beginning } from './long-text.js';
import { t } from '../i18n/i18n.js';

/** Beyond this number of letters the words are shown as they were written. */
const READ = 200_000;
const showMore = (count) => t('parts.long_text.show', { count });
const leadsTo = (host) => t('parts.markdown.opens', { host });

/** What is longer, or deeper, is shown as it was written: each level sets its lines in. */
const PRETTY = 20_000;
const DEEPEST = 20;
/** Such a number loses digits in a browser. */
const LONG_NUMBER = /\d{16}/;

class Markdown extends Element {
  static properties = { text: { attribute: false }, whole: { state: true } };
  #json = null;

  willUpdate(changed) {
    if (!changed.has('text')) return;
    this.whole = false;
    this.#json = jsonOf(String(this.text ?? ''));
  }

  render() {
    const text = this.#json ?? String(this.text ?? '');
    const start = this.whole ? text : beginning(text);
    const cut = start.length < text.length;
    const shown = cut ? `${start}…` : text;
    return html`<div class="md">${this.#json === null ? this.#read(shown) : BLOCKS.code({ text: shown }, someMarks())}</div>
      ${cut ? html`<button type="button" class="plain" @click=${() => (this.whole = true)}>${showMore(text.length - start.length)}</button>` : ''}`;
  }

  #read(text) {
    const marks = someMarks();
    return text.length > READ ? html`<p class="long-text" dir="auto">${marked(text, marks)}</p>` : drawn(markdown(text), marks);
  }
}

/** What a program said to programs, with its lines; null for words. */
function jsonOf(text) {
  if (!/^\s*[[{]/.test(text) || text.length > READ) return null;
  try {
    const value = JSON.parse(text);
    return text.length > PRETTY || LONG_NUMBER.test(text) || depth(text) > DEEPEST ? text : JSON.stringify(value, null, 2);
  } catch {
    return null;
  }
}

/** How deep it is at most: brackets within its texts count, too. */
function depth(text) {
  let [now, most] = [0, 0];
  for (const letter of text) {
    if (letter === '[' || letter === '{') most = Math.max(most, ++now);
    else if (letter === ']' || letter === '}') now--;
  }
  return most;
}

function drawn(blocks, marks) {
  return blocks.map((block) => BLOCKS[block.kind](block, marks));
}

const BLOCKS = {
  words: ({ parts }, marks) => html`<p dir="auto">${parts.map((part) => piece(part, marks))}</p>`,
  heading: ({ parts }, marks) => html`<p class="md-heading" dir="auto"><strong>${parts.map((part) => piece(part, marks))}</strong></p>`,
  code: ({ text }, marks) => html`<pre class="md-code" dir="ltr" tabindex="0" role="group" aria-label=${t('parts.markdown.code')}><code>${marked(text, marks)}</code></pre>`,
  quote: ({ blocks }, marks) => html`<blockquote>${drawn(blocks, marks)}</blockquote>`,
  list: ({ ordered, start, items }, marks) => {
    const each = items.map((blocks) => html`<li>${drawn(blocks, marks)}</li>`);
    return ordered ? html`<ol start=${start}>${each}</ol>` : html`<ul>${each}</ul>`;
  },
};

function piece({ text, code, bold, words, href, host }, marks) {
  if (href !== undefined) {
    const named = words === href || words === host || words.replace(/\/$/, '') === href.replace(/\/$/, '');
    return html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow" title=${leadsTo(host)}><bdi>${marked(words, marks)}</bdi></a>${named ? '' : html` <span class="faint md-host">(${host})</span>`}`;
  }
  if (code !== undefined) return html`<code>${marked(code, marks)}</code>`;
  if (bold) return html`<strong>${bold.map((part) => piece(part, marks))}</strong>`;
  return marked(text, marks);
}

/** As a piece of a template. */
export function agentWords(text) {
  return html`<hp-markdown .text=${text}></hp-markdown>`;
}

customElements.define('hp-markdown', Markdown);

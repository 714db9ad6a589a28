// What a person is shown of a request, read from the elements that show it. An element with data-rendered shows one
// value: data-rendered says of what (tool, input, reason, items, preconditions or revision), data-path is where in it
// as JSON, data-is says how to read its text: as it is, as JSON, or as what data-value says that it stands for.

import { html, nothing } from 'lit';
import { marked, partedText, underlinedText } from './text.js';
import { digest, valueOf } from '../format/rendering.js';
import { t } from '../i18n/i18n.js';

const LETTERS = 1_500;
const LINES = 24;

/** Whether it gets a box of its own that scrolls: all of it is laid out, and the buttons stay in reach. */
export function isLong(text) {
  return text.length > LETTERS || text.split('\n', LINES + 1).length > LINES;
}

/** A text of which nothing is left out, with what is worth a second look underlined. */
export function whole(text, of, path = [], marks = []) {
  const long = isLong(text);
  return html`<span class="long-text ${long ? 'whole' : ''}" dir="auto" tabindex=${long ? 0 : nothing} role=${long ? 'group' : nothing} aria-label=${long ? t('parts.rendered.all') : nothing}
    data-rendered=${of} data-path=${JSON.stringify(path)}>${marks.length > 0 ? underlinedText(text, marks) : marked(text)}</span>`;
}

/**
 * The same for what goes over the wire: placeholders of secrets as chips, and parts of it in a style of their own.
 *
 * @param parts [{kind, from, to}] that make up the text
 */
export function wholeIn(text, of, path, marks = [], parts = []) {
  const long = isLong(text);
  return html`<span class="long-text ${long ? 'whole' : ''}" dir="auto" tabindex=${long ? 0 : nothing} role=${long ? 'group' : nothing} aria-label=${long ? t('parts.rendered.all') : nothing}
    data-rendered=${of} data-path=${JSON.stringify(path)}>${partedText(text, marks, parts)}</span>`;
}

/** What is shown within an element, and its digest. */
export function renderedIn(root) {
  return { surface: 'page', sha256: digest(shownIn(root)) };
}

export function shownIn(root) {
  const shown = { tool: '', reason: '', revision: '', input: null, items: null, preconditions: null };
  const put = (of, path, value) => {
    if (of in shown && path.length === 0 && typeof shown[of] === 'string') shown[of] = value.text ?? '';
    else shown[of] = placed(shown[of], path, value);
  };
  for (const element of root.querySelectorAll('[data-rendered]')) {
    if (!isLaidOut(element)) continue;
    const { rendered: of, path } = element.dataset;
    if (of === 'difference') sides(element).forEach(([at, value]) => put('input', at, value));
    else put(of, path ? JSON.parse(path) : [], read(element));
  }
  // A call without input has nothing to show, and shows just that.
  return { ...shown, items: shown.items?.items, preconditions: shown.preconditions?.items };
}

/** What was folded after it was shown was shown. */
function isLaidOut(element) {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || Boolean(element.closest('details[data-seen]')?.checkVisibility());
}

function read(element) {
  const { is, value } = element.dataset;
  if (is === 'value') return valueOf(JSON.parse(value));
  const text = textOf([element]);
  if (is !== 'json') return { text };
  try {
    return valueOf(JSON.parse(text));
  } catch {
    return { text };
  }
}

/** Both texts of a difference, from its lines. */
function sides(element) {
  const { before, after } = JSON.parse(element.dataset.sides);
  const lines = [...element.querySelectorAll('[data-line]')];
  return [['removed', before], ['added', after]].filter(([, side]) => side).map(([kind, { path, ends, literal }]) => {
    if (literal !== undefined) return [path, valueOf(literal)];
    const own = lines.filter((line) => line.dataset.line === kind || line.dataset.line === 'same');
    return [path, { text: textOf(own, ends && own.length > 0) }];
  });
}

/** The text of elements, each a line, with what hides in it by its name; the last line can have an end too. */
function textOf(elements, ends = false) {
  const found = [];
  const put = (text) => {
    // What ends a line is no part of it, however the line before was drawn.
    if (text.startsWith('\n') && found.at(-1)?.name === 'CR') found.pop();
    if (text) found.push({ text });
  };
  const mark = (text) => {
    const [, name, count = '1'] = /^(.*?)(?: ×([\d,]+))?$/su.exec(text);
    const times = Number(count.replaceAll(',', ''));
    if (found.at(-1)?.name === name) found.at(-1).times += times;
    else found.push({ name, times });
  };
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) put(node.data);
    else if (node.nodeType === Node.ELEMENT_NODE && node.classList.contains('mark')) mark(node.textContent);
    else node.childNodes.forEach(walk);
  };
  elements.forEach((element, i) => {
    if (i > 0) put('\n');
    walk(element);
  });
  if (ends) put('\n');
  return found.map(({ text, name, times }) => text ?? `⟨${name}${times === 1 ? '' : ` ×${times.toLocaleString('en')}`}⟩`).join('');
}

function placed(tree, [name, ...deeper], value) {
  // Other elements show other members of the same object.
  if (name === undefined) return value.members && tree?.members ? { members: new Map([...tree.members, ...value.members]) } : value;
  if (typeof name === 'number') {
    const items = tree?.items ?? [];
    items[name] = placed(items[name], deeper, value);
    return { items };
  }
  const members = tree?.members ?? new Map();
  members.set(name, placed(members.get(name), deeper, value));
  return { members };
}

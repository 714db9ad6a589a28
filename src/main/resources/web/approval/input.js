// What a call would do, in the form in which people read such things.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import { whole } from '../parts/rendered.js';
import { rounded } from '../format/json.js';
import { shape } from '../format/shape.js';
import { marksAt } from '../format/underline.js';
import './command.js';
import './diff-view.js';
import './json-view.js';

const VIEWS = {
  command: ({ command, member }, at) => html`<h3>Command</h3><hp-command .text=${command} .path=${[member]} .marks=${at([member])}></hp-command>`,
  write: ({ at, path, content, member }, marks) => html`<h3>Writes <code>${whole(path, 'input', [at], marks([at]))}</code></h3>
    <p class="faint">The whole new file. Its current content is not shown.</p>
    <hp-diff .before=${''} .after=${content} .sides=${{ after: { path: [member] } }} label="What is written"></hp-diff>`,
  edit: ({ at, path, changes }, marks) => html`<h3>Changes ${path === undefined ? 'a file' : html`<code>${whole(path, 'input', [at], marks([at]))}</code>`}</h3>
    <p class="faint">Line numbers start at the replaced text.</p>
    ${changes.map(
      ({ before, after, all, rest, within, names, isNew }, i) => html`${changes.length > 1 ? html`<h4>Change ${i + 1} of ${changes.length}</h4>` : nothing}
        ${all ? html`<p class="approval-risks" data-rendered="input" data-path=${JSON.stringify([...within, 'replace_all'])} data-is="value" data-value="true">Replaces all occurrences in the file.</p>` : nothing}
        <hp-diff .before=${before} .after=${after} label=${`Change ${i + 1}`}
          .sides=${{ before: { path: [...within, names[0]], ...(isNew ? { literal: null } : {}) }, after: { path: [...within, names[1]] } }}></hp-diff>
        ${isEmpty(rest) ? nothing : html`<p class="approval-risks">Other parameters of this change:</p><hp-json .value=${rest} .path=${within}></hp-json>`}`,
    )}`,
  http: ({ method, url, headers, body }, at) => html`<h3>HTTP request</h3>
    <p class="approval-http"><strong class="mono">${whole(method, 'input', ['method'], at(['method']))}</strong> <code>${whole(url, 'input', ['url'], at(['url']))}</code></p>
    ${headers.length === 0
      ? nothing
      : html`<dl class="approval-headers">${headers.map(([name, value]) => html`<div><dt data-read>${said(name)}</dt><dd>${typeof value === 'string' ? whole(value, 'input', ['headers', name], at(['headers', name])) : html`<hp-json .value=${value} .path=${['headers', name]} .marks=${at}></hp-json>`}</dd></div>`)}</dl>`}
    ${body === undefined || body === null ? nothing : bodyTemplate(body, at)}`,
  json: () => nothing,
};

/** A text that is JSON is shown as such, and as it is sent. */
function bodyTemplate(body, at) {
  const read = jsonOf(body);
  return html`<h4>Body</h4>${read === body
    ? html`<hp-json .value=${body} .path=${['body']} .marks=${at}></hp-json>`
    : html`<hp-json .value=${read}></hp-json><p class="faint">As it is sent:</p><pre class="approval-code">${whole(body, 'input', ['body'], at(['body']))}</pre>`}`;
}

export function inputTemplate({ tool_name: tool, input, risk }) {
  const what = shape(tool, input);
  const at = (path) => marksAt(risk, path);
  const rest = !isEmpty(what.rest ?? {});
  return html`${rounded(input).length > 0 ? html`<p class="approval-risks">It has numbers that a browser cannot represent exactly; the command line shows them.</p>` : nothing}
    ${VIEWS[what.kind](what, at)}
    ${what.kind === 'json' ? html`<h3>Input</h3>` : rest ? html`<h4>Other parameters</h4>` : nothing}
    ${what.kind === 'json' || rest ? html`<hp-json .value=${what.rest} .path=${[]} .marks=${at}></hp-json>` : nothing}`;
}

function isEmpty(value) {
  return Object.keys(value).length === 0;
}

function jsonOf(body) {
  if (typeof body !== 'string' || !/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

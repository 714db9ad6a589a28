// What a call would do, in the form in which people read such things.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import { longText } from '../parts/long-text.js';
import { pretty, rounded } from '../format/json.js';
import { shape } from '../format/shape.js';
import './command.js';
import './diff-view.js';
import './json-view.js';

const VIEWS = {
  command: ({ command }) => html`<h3>Command</h3><hp-command .text=${command}></hp-command>`,
  write: ({ path, content }) => html`<h3>Writes <code>${said(path)}</code></h3>
    <p class="faint">The whole new file. Its current content is not shown.</p>
    <hp-diff .before=${''} .after=${content} label="What is written"></hp-diff>`,
  edit: ({ path, changes }) => html`<h3>Changes ${path === undefined ? 'a file' : html`<code>${said(path)}</code>`}</h3>
    <p class="faint">Line numbers start at the replaced text.</p>
    ${changes.map(
      ({ before, after, all, rest }, i) => html`${changes.length > 1 ? html`<h4>Change ${i + 1} of ${changes.length}</h4>` : nothing}
        ${all ? html`<p class="approval-risks">Replaces all occurrences in the file.</p>` : nothing}
        <hp-diff .before=${before} .after=${after} label=${`Change ${i + 1}`}></hp-diff>
        ${isEmpty(rest) ? nothing : html`<p class="approval-risks">Other parameters of this change:</p><hp-json .value=${rest}></hp-json>`}`,
    )}`,
  http: ({ method, url, headers, body }) => html`<h3>HTTP request</h3>
    <p class="approval-http"><strong class="mono">${said(method)}</strong> <code>${longText(url)}</code></p>
    ${headers.length === 0
      ? nothing
      : html`<dl class="approval-headers">${headers.map(([name, value]) => html`<div><dt>${said(name)}</dt><dd>${longText(typeof value === 'string' ? value : pretty(value))}</dd></div>`)}</dl>`}
    ${body === undefined || body === null ? nothing : html`<h4>Body</h4><hp-json .value=${jsonOf(body)}></hp-json>`}`,
  json: () => nothing,
};

export function inputTemplate({ tool_name: tool, input }) {
  const what = shape(tool, input);
  const rest = !isEmpty(what.rest ?? {});
  return html`${rounded(input).length > 0 ? html`<p class="approval-risks">It has numbers that a browser cannot represent exactly; the command line shows them.</p>` : nothing}
    ${VIEWS[what.kind](what)}
    ${what.kind === 'json' ? html`<h3>Input</h3>` : rest ? html`<h4>Other parameters</h4>` : nothing}
    ${what.kind === 'json' || rest ? html`<hp-json .value=${what.rest}></hp-json>` : nothing}`;
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

// What a call would do, in the form in which people read such things.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import '../parts/copy.js';
import { isRounded, pretty } from '../format/json.js';
import { shape } from '../format/shape.js';
import './command.js';
import './diff-view.js';
import './json-view.js';

const VIEWS = {
  command: ({ command }) => html`<h3>Command</h3><hp-command .text=${command}></hp-command>`,
  write: ({ path, content }) => html`<h3>Writes <code>${said(path)}</code></h3>
    <p class="faint">The whole file, as it would be; what is there now is not known here.</p>
    <hp-diff .before=${''} .after=${content} label="What is written"></hp-diff>`,
  edit: ({ path, changes }) => html`<h3>Changes ${path === undefined ? 'a file' : html`<code>${said(path)}</code>`}</h3>
    <p class="faint">Lines are counted from the beginning of what is replaced.</p>
    ${changes.map(
      ({ before, after, all }, i) => html`${changes.length > 1 ? html`<h4>Change ${i + 1} of ${changes.length}</h4>` : nothing}
        ${all ? html`<p class="approval-risks">Everywhere in the file, not once.</p>` : nothing}
        <hp-diff .before=${before} .after=${after} label=${`Change ${i + 1}`}></hp-diff>`,
    )}`,
  http: ({ method, url, headers, body }) => html`<h3>HTTP request</h3>
    <p class="approval-http"><strong class="mono">${said(method)}</strong> <code>${said(url)}</code></p>
    ${headers.length === 0
      ? nothing
      : html`<dl class="approval-headers">${headers.map(([name, value]) => html`<div><dt>${said(name)}</dt><dd>${said(typeof value === 'string' ? value : pretty(value))}</dd></div>`)}</dl>`}
    ${body === undefined || body === null ? nothing : html`<h4>Body</h4><hp-json .value=${jsonOf(body)}></hp-json>`}`,
  json: () => nothing,
};

export function inputTemplate({ tool_name: tool, input }) {
  const what = shape(tool, input);
  const rest = Object.keys(what.rest ?? {}).length > 0;
  return html`${isRounded(input) ? html`<p class="approval-risks">It has numbers that a browser cannot tell exactly; the command line shows them.</p>` : nothing}
    ${VIEWS[what.kind](what)}
    ${what.kind === 'json' ? html`<h3>Input</h3>` : rest ? html`<h4>Further input</h4>` : nothing}
    ${what.kind === 'json' || rest ? html`<hp-json .value=${what.rest}></hp-json>` : nothing}`;
}

/** All of it, as it is: nothing that was made readable above can hide what else is there. */
export function rawTemplate({ tool_name: tool, input, digest }) {
  const text = pretty(input);
  return html`<details class="approval-raw">
    <summary>Raw JSON</summary>
    <div class="row"><hp-copy .text=${text} label="Copy the JSON"></hp-copy></div>
    <pre class="approval-code" dir="ltr"><code>${said(text)}</code></pre>
    <p class="faint">Tool <code>${said(tool)}</code>. Digest <code>${digest}</code>: the decision is for this and nothing else.</p>
  </details>`;
}

function jsonOf(body) {
  if (typeof body !== 'string' || !/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

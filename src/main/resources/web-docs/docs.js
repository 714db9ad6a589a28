// The reference of the API, drawn from the daemon's own document. No other server is asked anything.

import { html, render, nothing } from './lit-html.js';
import { trees, words } from './schema.js';

const place = document.getElementById('reference');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const state = { operations: [], groups: [], search: '', current: null, answer: null, asking: null, copied: '' };
let shown;
let csrf; // a promise of the token that changes need, asked for once

async function open() {
  let response;
  try {
    response = await fetch('/v1/openapi.json', { credentials: 'same-origin', cache: 'no-store' });
  } catch {
    return tell("Can't reach Holdpoint. Reload the page when it is back.");
  }
  if (response.status === 401) return tell(html`You're signed out. <a href="/ui/sign-in">Sign in</a> to read the API reference, then open this page again.`);
  if (!response.ok) return tell(`Holdpoint did not return its API document (status ${response.status}).`);
  const spec = await response.json();
  place.replaceChildren();
  shown = trees(spec, draw);
  for (const [path, item] of Object.entries(spec.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? 'other';
      state.operations.push({ ...operation, method: method.toUpperCase(), path, tag, id: operation.operationId, parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
        found: [path, method, operation.operationId, operation.summary, operation.description, tag].join(' ').toLowerCase() });
    }
  }
  state.groups = spec.tags.map((tag) => ({ ...tag, operations: state.operations.filter((one) => one.tag === tag.name) })).filter((group) => group.operations.length > 0);
  addEventListener('hashchange', () => follow(true));
  follow(false);
}

function tell(what) {
  place.replaceChildren();
  render(html`<main><p role="status">${what}</p></main>`, place);
}

function follow(moved) {
  const id = decodeURIComponent(location.hash).split('/').pop();
  state.current = state.operations.find((one) => one.id === id) ?? state.groups[0].operations[0];
  state.answer = null;
  state.copied = '';
  document.title = `${state.current.summary} · API reference · Holdpoint`;
  draw();
  if (moved) {
    const heading = place.querySelector('h2');
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  }
}

function draw() {
  render(html`${menu()}<main>${operation(state.current)}</main>`, place);
}

function menu() {
  const wanted = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (one) => wanted.every((word) => one.found.includes(word));
  const groups = state.groups.map((group) => ({ ...group, operations: group.operations.filter(fits) })).filter((group) => group.operations.length > 0);
  const count = groups.reduce((sum, group) => sum + group.operations.length, 0);
  return html`<nav class="menu" aria-label="Operations" tabindex="0">
    <label for="search">Search</label>
    <input id="search" type="search" placeholder="Path or word" .value=${state.search} @input=${(event) => { state.search = event.target.value; draw(); }}>
    <p class="faint" role="status">${wanted.length === 0 ? `${count} operations` : count === 0 ? 'No results' : `${count} found`}</p>
    ${groups.map((group) => html`<details .open=${wanted.length > 0 || group.name === state.current.tag}><summary>${group.name}</summary><ul>
      ${group.operations.map((one) => html`<li><a href="#/${one.tag}/${one.id}" aria-current=${one === state.current ? 'page' : nothing}>${one.summary}<br><code class="faint">${one.method} ${one.path}</code></a></li>`)}
    </ul></details>`)}
  </nav>`;
}

function operation(one) {
  const body = one.requestBody?.content?.['application/json'];
  return html`
    <h2 tabindex="-1">${one.summary}</h2>
    <p class="where"><code><span class="verb">${one.method}</span>${one.path}</code></p>
    <p>${words(one.description)}</p>
    ${one.parameters.length > 0 ? html`<h3>Parameters</h3><ul class="tree">${one.parameters.map((given) => shown.member(`${given.name}`, { ...given.schema, description: `${given.description ?? ''} (${given.in})` }, given.required, `${one.id}?${given.name}`))}</ul>` : nothing}
    ${body ? html`<h3>Body</h3>${shown.tree(body.schema, `${one.id}!`)}${example(body.example)}` : nothing}
    <h3>Answers</h3>
    ${Object.entries(one.responses).map(([status, answer]) => answered(one, status, answer))}
    <div class="line"><h3>curl</h3><button type="button" @click=${() => copy(curl(one))}>Copy</button></div>
    <pre>${curl(one)}</pre><p class="faint" role="status">${state.copied}</p>
    ${tryIt(one, body)}
    ${asking(one)}`;
}

function example(value) {
  return value === undefined ? nothing : html`<h4 class="faint">Example</h4><pre>${JSON.stringify(value, null, 2)}</pre>`;
}

function answered(one, status, answer) {
  const lines = (answer.description ?? '').split('\n').map((line) => line.replace(/^- /, ''));
  const contents = Object.entries(answer.content ?? {}).filter(([type]) => !type.includes('problem'));
  return html`<details class="answer" .open=${status.startsWith('2')}><summary><strong>${status}</strong>${status.startsWith('2') ? nothing : html` <span class="faint">${lines.length === 1 ? words(lines[0]) : `${lines.length} problems`}</span>`}</summary>
    <ul class="codes">${lines.map((line) => html`<li>${words(line)}</li>`)}</ul>
    ${contents.map(([type, content]) => html`<p><code>${type}</code></p>${content.schema ? shown.tree(content.schema, `${one.id}=${status}${type}`) : nothing}${example(content.example)}`)}
  </details>`;
}

function sample(given) {
  return given.example ?? given.schema?.example ?? (given.in === 'path' ? given.name.toUpperCase() : '');
}

function curl(one) {
  const path = one.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sample(one.parameters.find((given) => given.name === name) ?? { in: 'path', name })));
  const lines = [`curl ${one.method === 'GET' ? '' : `-X ${one.method} `}'${location.origin}${path}'`, `-H "Authorization: Bearer $HOLDPOINT_TOKEN"`];
  const body = one.requestBody?.content?.['application/json'];
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.example ?? {}).replaceAll("'", `'\\''`)}'`);
  return lines.join(' \\\n  ');
}

async function copy(text) {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else select();
    state.copied = 'Copied.';
  } catch {
    state.copied = 'The browser does not allow copying. Select the text and copy it.';
  }
  draw();
}

function select() {
  const range = document.createRange();
  range.selectNodeContents(place.querySelector('.line + pre'));
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  if (!document.execCommand('copy')) throw new Error('not copied');
}

function tryIt(one, body) {
  const types = Object.values(one.responses).flatMap((answer) => Object.keys(answer.content ?? {}));
  if (types.includes('text/event-stream') && !types.includes('application/json')) return html`<h3>Try it</h3><p>A stream does not end; follow it with curl.</p>`;
  return html`<h3>Try it</h3><form id="form-${one.id}" @submit=${(event) => submit(event, one)}>
    ${one.parameters.map((given) => html`<label>${given.name} <span class="faint">(${given.in})</span><input name=${`${given.in}:${given.name}`} ?required=${given.required} .defaultValue=${''}></label>`)}
    ${body ? html`<label>Body<textarea name="body" .defaultValue=${JSON.stringify(body.example ?? {}, null, 2)}></textarea></label>` : nothing}
    <button class="primary" type="submit">Send ${one.method}</button>
  </form>
  <div role="status">${state.answer ? html`<h4>${state.answer.head}</h4><pre class="got">${state.answer.text}</pre>` : nothing}</div>`;
}

function submit(event, one) {
  event.preventDefault();
  const fields = new FormData(event.target);
  const query = new URLSearchParams();
  const headers = {};
  let path = one.path;
  for (const given of one.parameters) {
    const value = fields.get(`${given.in}:${given.name}`);
    if (given.in === 'path') path = path.replace(`{${given.name}}`, encodeURIComponent(value));
    else if (value !== '' && given.in === 'query') query.set(given.name, value);
    else if (value !== '' && given.in === 'header') headers[given.name] = value;
  }
  const request = { one, url: path + (query.size > 0 ? `?${query}` : ''), headers, body: fields.get('body') };
  if (one.method === 'GET') return send(request);
  state.asking = request;
  draw();
  place.querySelector('dialog').showModal();
}

function asking(one) {
  const close = (event) => event.target.closest('dialog').close();
  return html`<dialog aria-labelledby="asking" @close=${() => { state.asking = null; draw(); }}>
    ${state.asking ? html`<h2 id="asking">Send ${one.method}?</h2><p>This changes data: <code>${one.method} ${state.asking.url}</code></p>
      <div class="row"><button type="button" autofocus @click=${close}>Cancel</button><button type="button" class="primary" @click=${(event) => { send(state.asking); close(event); }}>Send</button></div>` : html`<h2 id="asking">Nothing to send</h2>`}
  </dialog>`;
}

async function send({ one, url, headers, body }) {
  state.answer = { head: 'Sending…', text: '' };
  draw();
  try {
    const sent = { method: one.method, headers: { Accept: 'application/json', ...headers }, credentials: 'same-origin', cache: 'no-store' };
    if (body) {
      sent.body = body;
      sent.headers['Content-Type'] = 'application/json';
    }
    if (one.method !== 'GET') {
      const known = await (csrf ??= token());
      if (known) sent.headers['X-Holdpoint-CSRF'] = known;
      else csrf = undefined;
    }
    const response = await fetch(url, sent);
    state.answer = { head: `${response.status} ${response.statusText}`.trim(), text: pretty(await response.text()) };
  } catch {
    state.answer = { head: 'Not sent', text: "Can't reach Holdpoint." };
  }
  draw();
}

async function token() {
  const response = await fetch('/v1/me', { credentials: 'same-origin', cache: 'no-store' });
  return response.ok ? (await response.json()).csrf_token : undefined;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

open();

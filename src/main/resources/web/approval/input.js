// What a call would do, in the form in which people read such things.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import { whole } from '../parts/rendered.js';
import { rounded } from '../format/json.js';
import { shape } from '../format/shape.js';
import { marksAt } from '../format/underline.js';
import { httpTemplate } from './http.js';
import './command.js';
import './file-change.js';
import './json-view.js';
import { t } from '../i18n/i18n.js';

const FOLDERS = ['cwd', 'workdir', 'working_directory', 'folder', 'directory'];

const VIEWS = {
  command: ({ command, member, words }, at) => words
    ? html`<p class="approval-folder">${words.map((word, i) => html`<code>${whole(word, 'input', ['command', i])}</code> `)}</p>${commandTemplate(command, ['command', words.length], at)}`
    : commandTemplate(command, [member], at),
  write: (what, at, request, isLive) => html`<hp-file-change .request=${request} .what=${what} .isLive=${isLive}></hp-file-change>`,
  edit: (what, at, request, isLive) => html`<hp-file-change .request=${request} .what=${what} .isLive=${isLive}></hp-file-change>`,
  http: (what, at, { tool_name: tool, facts }) => httpTemplate(what, at, tool, facts?.method),
  json: () => nothing,
};

const commandTemplate = (text, path, at) => html`<hp-command .text=${text} .path=${path} .marks=${at(path)}></hp-command>`;

/** An agent's tool on another server, by both their names. */
function mcpTemplate({ kind, facts, tool_description: told }) {
  if (kind !== 'mcp' || !facts?.server) return nothing;
  return html`<p class="approval-mcp">${t('approval.input.mcp', { tool: html`<strong>${said(facts.tool ?? '')}</strong>`, server: html`<strong>${said(facts.server)}</strong>` })}</p>
    ${told ? html`<blockquote class="approval-told"><p class="faint">${t('approval.input.told')}</p><p dir="auto">${said(told)}</p></blockquote>` : nothing}`;
}

/** Where a command runs is no further parameter. */
function folderTemplate(what, at) {
  const name = what.kind === 'command' ? FOLDERS.find((one) => typeof what.rest[one] === 'string') : undefined;
  if (!name) return { rest: what.rest ?? {}, folder: nothing };
  const { [name]: folder, ...rest } = what.rest;
  return { rest, folder: html`<p class="approval-folder">${t('approval.input.folder', { folder: html`<code>${whole(folder, 'input', [name], at([name]))}</code>` })}</p>` };
}

/** @param isLive whether it still waits, so that its file can be looked at */
export function inputTemplate(request, isLive = false) {
  const { tool_name: tool, input, risk } = request;
  const what = shape(tool, input, request);
  const at = (path) => marksAt(risk, path);
  const { rest, folder } = what.kind === 'json' ? { rest: what.rest, folder: nothing } : folderTemplate(what, at);
  const isAll = what.kind === 'json';
  return html`${rounded(input).length > 0 ? html`<p class="approval-risks">${t('approval.input.rounded')}</p>` : nothing}
    ${mcpTemplate(request)} ${folder} ${VIEWS[what.kind](what, at, request, isLive)}
    ${isAll || Object.keys(rest).length > 0 ? html`${isAll ? nothing : html`<h4>${t('approval.input.rest')}</h4>`}<hp-json .value=${rest} .path=${[]} .marks=${at} label=${isAll ? t('approval.input.parameters') : t('approval.input.rest')}></hp-json>` : nothing}`;
}

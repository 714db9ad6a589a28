// <hp-file-change .request .what .isLive>: what a call makes of a file, with the lines around it and their real numbers,
// as the daemon reads them when the card opens. Where it cannot, the texts of the call are compared.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { whole } from '../parts/rendered.js';
import { loading } from '../parts/states.js';
import { someMarks } from '../parts/text.js';
import { placed, textBefore } from '../format/preview.js';
import { marksAt } from '../format/underline.js';
import { api, segment } from '../net/api.js';
import { line } from './diff-view.js';
import './json-view.js';
import { t } from '../i18n/i18n.js';

const CONTEXT = 3;
const MORE = 20;
const MOST = 50;
const PATIENCE_MS = 5_000;
const COUNTED = t('approval.file_change.counted');
const REASONS = {
  elsewhere: `${t('approval.file_change.elsewhere')} ${COUNTED}`,
  no_workspace: `${t('approval.file_change.no_workspace')} ${COUNTED}`,
};

function problemWords({ problem, matches }) {
  switch (problem) {
    case 'not_found':
      return t('approval.file_change.not_found');
    case 'ambiguous':
      return t('approval.file_change.ambiguous', { count: matches });
    case 'not_text':
      return t('approval.file_change.not_text');
    case 'too_large':
      return t('approval.file_change.too_large');
    default:
      return t('approval.file_change.outside');
  }
}

/** Whether the daemon's own tool reads of the call just what is drawn of it: then what it says of a file is of this one. */
function isOfTool({ tool_name: tool }, { kind, at, member, changes }) {
  if (at !== 'path') return false;
  if (kind === 'write') return tool === 'write_file' && member === 'content';
  const [{ within, names: [old, now] }, ...more] = changes;
  return tool === 'edit_file' && more.length === 0 && within.length === 0 && old === 'old' && now === 'new';
}

class FileChange extends Element {
  static properties = { request: { attribute: false }, what: { attribute: false }, isLive: { attribute: false } };
  #context = CONTEXT;
  #isEnd = false;
  #preview = new Loaded(this, (signal) =>
    api.get(`/v1/approvals/${segment(this.request.id)}/preview?context=${this.#context}`, { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) }));

  /** Until the file was read, or could not be, there is nothing to read. */
  get isLoading() {
    return this.isLive && this.#preview.value === undefined && !this.#preview.problem;
  }

  willUpdate(changed) {
    const before = changed.get('request');
    if (!changed.has('request') || (before?.id === this.request.id && before?.digest === this.request.digest)) return;
    this.#context = CONTEXT;
    this.#isEnd = false;
    this.#preview.value = undefined;
    this.#preview.problem = null;
    if (this.isLive) this.#preview.load();
  }

  render() {
    if (this.isLoading) return loading();
    const { path, at } = this.what;
    const { value } = this.#preview;
    const file = value?.available && isOfTool(this.request, this.what) ? value.files[0] : undefined;
    return html`<p class="approval-path">${path === undefined ? t('approval.file_change.a_file') : html`<code>${whole(path, 'input', [at], marksAt(this.request.risk, [at]))}</code>`} ${file ? statusTemplate(file) : nothing}</p>
      ${file?.problem ? html`<p class="approval-risks">${problemWords(file)}</p>` : nothing}
      ${this.what.kind === 'write' ? this.#written(file, value?.reason) : this.#edited(file, value?.reason)}`;
  }

  #written(file, reason) {
    const { content, member } = this.what;
    const before = file && !file.problem ? textBefore(content, file) : null;
    return html`${before === null ? html`<p class="faint">${reason === 'elsewhere' ? `${t('approval.file_change.elsewhere')} ` : ''}${t('approval.file_change.all_new')}</p>` : nothing}
      <hp-diff .before=${before ?? ''} .after=${content} .sides=${{ after: { path: [member] } }} label=${t('approval.file_change.written')} ?quiet=${Boolean(file)}></hp-diff>`;
  }

  #edited(file, reason) {
    const { changes } = this.what;
    const [{ before, after, all, rest, within, names }] = changes;
    const found = file && !file.problem && !all ? placed(file.hunks, before, after) : null;
    if (!found) return html`<p class="faint">${REASONS[reason] ?? COUNTED}</p>${changes.map((one, i) => changeTemplate(one, i, changes.length))}`;
    const marks = someMarks();
    const side = (i, ends) => ({ path: [...within, names[i]], ends });
    const isMore = this.#context < MOST && !this.#isEnd;
    return html`<div class="approval-diff" dir="ltr" role="group" aria-label=${t('approval.diff_view.what')} data-rendered="difference"
        data-sides=${JSON.stringify({ before: side(0, found.ends.before), after: side(1, found.ends.after) })}>${found.rows.map((row) => line(row, marks))}</div>
      ${isMore ? html`<button type="button" class="approval-all" aria-disabled=${this.#preview.pending ? 'true' : 'false'} @click=${() => this.#more(found.rows.length)}>${t('approval.file_change.more', { count: MORE })}</button>` : nothing}
      ${restTemplate(rest, within)}`;
  }

  async #more(rows) {
    if (this.#preview.pending) return;
    this.#context = Math.min(MOST, this.#context + MORE);
    await this.#preview.load();
    const file = this.#preview.value?.files[0];
    const [{ before, after }] = this.what.changes;
    const now = file && placed(file.hunks, before, after);
    this.#isEnd = !now || now.rows.length <= rows;
    this.requestUpdate();
  }
}

function statusTemplate({ status, added, removed, problem }) {
  if (problem) return nothing;
  if (status === 'new') return html`<span class="chip good">${t('approval.file_change.new_file')}</span>`;
  if (status === 'unchanged') return html`<span class="chip">${t('approval.file_change.no_change')}</span>`;
  return html`<span class="approval-counts"><span class="added">+${added}</span> <span class="removed">−${removed}</span></span>`;
}

/** One change of the call, by its own texts. */
function changeTemplate({ before, after, all, everywhere, rest, within, names, isNew }, i, count) {
  return html`${count > 1 ? html`<h4>${t('approval.file_change.change_of', { place: i + 1, count })}</h4>` : nothing}
    ${all ? html`<p class="approval-risks" data-rendered="input" data-path=${JSON.stringify([...within, everywhere])} data-is="value" data-value="true">${t('approval.file_change.replaces_all')}</p>` : nothing}
    <hp-diff .before=${before} .after=${after} label=${t('approval.file_change.change', { place: i + 1 })}
      .sides=${{ ...(names[0] ? { before: { path: [...within, names[0]], ...(isNew ? { literal: null } : {}) } } : {}), after: { path: [...within, names[1]] } }}></hp-diff>
    ${restTemplate(rest, within)}`;
}

function restTemplate(rest, within) {
  return Object.keys(rest).length === 0 ? nothing : html`<p class="approval-risks">${t('approval.file_change.rest')}</p><hp-json .value=${rest} .path=${within}></hp-json>`;
}

customElements.define('hp-file-change', FileChange);

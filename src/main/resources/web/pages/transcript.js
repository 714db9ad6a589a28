// <hp-transcript .sessionId .runId .before .echo .last>: what was said and done in a session, as it goes on. With a run, the
// story ends with that run, and with a request right before it; with a number, it begins with that number of the last entries.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { deciderWords } from '../format/words.js';
import { Element } from '../parts/element.js';
import { empty, failed, loading } from '../parts/states.js';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import { icon } from '../parts/icons.js';
import { agentWords } from '../parts/markdown.js';
import { inputWords } from './input-words.js';
import '../parts/moment.js';
import { to } from '../router.js';
import { fileList } from './files.js';
import { story, upTo } from './story.js';
import { Trail } from './trail.js';
import { failure, words } from './words.js';

const MORE = 30;
const VIEW_RUN = t('pages.transcript.view_run');
const REVIEW = t('pages.transcript.review');
const ANSWER = t('pages.transcript.answer');
const EDITED = t('pages.transcript.edited');
const SPEAKING = t('pages.transcript.speaking');
const TONES = { allowed: 'good', answered: 'good', denied: 'bad', changes_requested: 'bad', asked_back: 'bad', responded: 'good', declined: 'warn', pending: 'accent', failed: 'bad' };

class Transcript extends Element {
  static properties = { sessionId: { attribute: false }, runId: { attribute: false }, before: { attribute: false }, echo: { attribute: false }, last: { attribute: false }, more: { state: true } };
  #trail = new Trail(this);

  willUpdate(changed) {
    if (changed.has('sessionId') || changed.has('runId')) this.more = 0;
    if (this.sessionId) this.#trail.follow({ sessionId: this.sessionId });
  }

  render() {
    const trail = this.#trail;
    if (trail.problem && !trail.loaded) return failed(trail.problem, () => trail.read());
    if (!trail.loaded) return loading();
    const items = beforeThat(upTo(story(trail.entries), this.runId), this.before, this.echo);
    const speaking = this.before ? [] : [...trail.speaking].filter(([runId]) => !this.runId || runId === this.runId);
    if (items.length === 0 && this.before) return html`<p class="faint">${t('pages.transcript.nothing_before')}</p>`;
    if (items.length === 0 && speaking.length === 0) return empty(t('pages.transcript.none'), t('pages.transcript.automatically'));
    const from = Math.max(0, items.length - (this.last ?? MORE) - (this.more ?? 0));
    return html`<div class="tr">
      ${from > 0
        ? html`<button class="tr-more" @click=${() => (this.more = (this.more ?? 0) + MORE)}>${this.last ? t('pages.transcript.show_more') : t('pages.transcript.earlier', { some: Math.min(from, MORE), count: from })}</button>`
        : ''}
      <ol class="tr-items" aria-label=${t('pages.transcript.transcript')}>
        ${repeat(items.slice(from), (item) => item.key, (item) => html`<li class="tr-item tr-${item.kind}">${VIEWS[item.kind](item)}</li>`)}
        ${repeat(speaking, ([runId]) => runId, ([, text]) => html`<li class="tr-item tr-said tr-speaking" aria-busy="true">
          <p class="tr-head"><span class="tr-who">${t('parts.common.agent')}</span> <span class="faint">${SPEAKING}</span></p>${longTail(text)}
        </li>`)}
      </ol>
    </div>`;
  }
}

/**
 * The part of a story before a request was made, or all of it where that is not told of. What a program asks from outside
 * is also the input of a run: its words are not told twice.
 */
function beforeThat(items, requestId, echo) {
  const at = requestId ? items.findIndex((item) => item.requestId === requestId) : -1;
  if (at < 0) return items;
  const { kind, runId, text } = items[at - 1] ?? {};
  const isEcho = kind === 'input' && runId === items[at].runId && Boolean(echo) && [text, text.replace(/^[^:]*: /, '')].some((one) => echo.startsWith(one.replace(/…$/, '')));
  return items.slice(0, isEcho ? at - 1 : at);
}

const VIEWS = {
  input: (item) => html`${head(item, item.by?.startsWith('agt_') ? t('parts.common.agent') : item.by && item.by !== 'anonymous' ? said(item.by) : t('pages.transcript.input'), item.origin === 'input' ? '' : words(item.origin))}
    ${item.text ? inputWords(item) : ''}${fileList(item.files, t('pages.common.files_came'))}`,
  said: (item) => html`${head(item, t('parts.common.agent'), item.source === 'assistant_text' ? '' : t('pages.transcript.output'))}
    ${item.text ? agentWords(item.text) : ''}${fileList(item.files)}`,
  call: (item) => html`<div class="tr-box">
    ${item.input === undefined
      ? html`<p class="tr-title">${icon(item.what)}<span><code>${said(item.tool)}</code>${item.command ? html` <span class="faint">${t('pages.transcript.matches', { command: html`<code>${said(item.command)}</code>` })}</span>` : ''}</span></p>`
      : html`<details class="tr-fold"><summary><span class="tr-title">${icon(item.what)}<span>${said(item.title ?? item.tool)}</span></span></summary>
          ${item.why ? html`<p class="tr-note">${said(item.why)}</p>` : ''}
          <p class="faint"><code>${said(item.tool)}</code>${item.edited ? html` · ${EDITED}` : ''}</p>
          ${longText(JSON.stringify(item.input, null, 2), { code: true })}</details>`}
    ${ending(item, 'approval')}
    ${remark(item)}</div>`,
  question: (item) => html`<div class="tr-box">
    <div class="tr-title">${icon('question')}<ul class="tr-asked">${item.questions.map((question) => html`<li>${longText(question.question)}${given(question, item.answers)}</li>`)}</ul></div>
    ${ending(item, 'question')}
    ${remark(item)}</div>`,
  mode: (item) => head(item, t('parts.common.agent'), item.from ? t('pages.transcript.mode_from', { from: html`<code>${said(item.from)}</code>`, mode: html`<code>${said(item.to)}</code>` }) : t('pages.transcript.mode_to', { mode: html`<code>${said(item.to)}</code>` })),
  ended: (item) => html`${head(item, html`<span class="chip status ${TONES[item.state] ?? ''}">${words(item.state)}</span>`, '')}
    ${item.text ? longText(failure(item.text)) : ''}`,
};

function head(item, who, more) {
  return html`<p class="tr-head"><span class="tr-who">${who}</span> ${more} ${when(item)}</p>`;
}

function when(item) {
  return html`<a class="faint tr-when" href=${to.run(item.runId)}><span class="only-read">${VIEW_RUN} </span><hp-age at-ms=${item.atMs} ago></hp-age></a>`;
}

/** What became of a call or a question, and when it was made. */
function ending(item, kind) {
  return html`<p class="tr-end">${item.state === 'pending'
    ? html`<span class="chip status warn">${words(item.state)}</span> <a class="tr-review" href=${to.prompt({ kind, id: item.requestId })}>${kind === 'approval' ? REVIEW : ANSWER}</a>`
    : html`<span class="chip status ${TONES[item.state] ?? ''}">${words(item.state)}</span>${item.by ? html` <span class="faint">${item.rule ? t('pages.transcript.by_rule', { name: said(item.by) }) : t('pages.common.by', { name: said(deciderWords(item.by)) })}</span>` : ''}`} ${when(item)}</p>`;
}

function remark(item) {
  return item.note ? html`<p class="tr-note">${t('pages.common.quote', { text: said(item.note) })}</p>` : '';
}

/** What was answered to one of the questions, in the words that were offered. */
function given(question, answers = []) {
  const answer = answers.find((one) => one.question_id === question.id);
  if (!answer) return '';
  const chosen = (answer.selected_option_ids ?? []).map((id) => question.options.find((option) => option.id === id)?.label ?? id);
  const all = answer.freeform_answer ? [...chosen, answer.freeform_answer] : chosen;
  return all.length === 0 ? '' : html`<p class="tr-note">${all.map((text, i) => html`${i ? ', ' : ''}${said(text)}`)}</p>`;
}

/** Words that still come: their end is what matters. */
function longTail(text) {
  const tail = text.length > 4000 ? '…' + text.slice(-4000) : text;
  return html`<div class="long-text" dir="auto">${said(tail)}</div>`;
}

customElements.define('hp-transcript', Transcript);

// <hp-transcript .sessionId .runId .last>: what was said and done in a session, as it goes on. With a run, the
// story ends with that run; with a number, it begins with the last so many entries.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Element } from '../parts/element.js';
import { empty, failed, loading } from '../parts/states.js';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import { brief } from '../format/json.js';
import { short } from '../format/text.js';
import '../parts/moment.js';
import { to } from '../router.js';
import { fileList } from './files.js';
import { story, upTo } from './story.js';
import { Trail } from './trail.js';
import { words } from './words.js';

const MORE = 30;
const TONES = { allowed: 'good', answered: 'good', denied: 'bad', changes_requested: 'bad', asked_back: 'bad', responded: 'good', declined: 'warn', pending: 'accent', failed: 'bad' };

class Transcript extends Element {
  static properties = { sessionId: { attribute: false }, runId: { attribute: false }, last: { attribute: false }, more: { state: true } };
  #trail = new Trail(this);

  willUpdate(changed) {
    if (changed.has('sessionId') || changed.has('runId')) this.more = 0;
    if (this.sessionId) this.#trail.follow({ sessionId: this.sessionId });
  }

  render() {
    const trail = this.#trail;
    if (trail.problem && !trail.loaded) return failed(trail.problem, () => trail.read());
    if (!trail.loaded) return loading('Loading…');
    const items = upTo(story(trail.entries), this.runId);
    const speaking = [...trail.speaking].filter(([runId]) => !this.runId || runId === this.runId);
    if (items.length === 0 && speaking.length === 0) return empty('No messages yet', 'New messages appear here automatically.');
    const from = Math.max(0, items.length - (this.last ?? MORE) - (this.more ?? 0));
    return html`<div class="tr">
      ${from > 0
        ? html`<button class="tr-more" @click=${() => (this.more = (this.more ?? 0) + MORE)}>Show ${Math.min(from, MORE)} earlier of ${from}</button>`
        : ''}
      <ol class="tr-items" aria-label="Transcript">
        ${repeat(items.slice(from), (item) => item.key, (item) => html`<li class="tr-item tr-${item.kind}">${VIEWS[item.kind](item)}</li>`)}
        ${repeat(speaking, ([runId]) => runId, ([, text]) => html`<li class="tr-item tr-said tr-speaking" aria-busy="true">
          <p class="tr-head"><span class="tr-who">Agent</span> <span class="faint">is speaking…</span></p>${longTail(text)}
        </li>`)}
      </ol>
    </div>`;
  }
}

const VIEWS = {
  input: (item) => html`${head(item, item.by && item.by !== 'anonymous' ? said(item.by) : 'Input', item.origin === 'input' ? '' : words(item.origin))}
    ${item.text ? longText(item.text) : ''}${fileList(item.files, 'Files that came with it')}`,
  said: (item) => html`${head(item, 'Agent', item.source === 'assistant_text' ? '' : 'output')}
    ${item.text ? longText(item.text) : ''}${fileList(item.files)}`,
  call: (item) => html`${head(item, html`<code>${said(item.tool)}</code>`, state(item, 'approval'))}
    ${item.input === undefined
      ? item.command ? html`<p class="faint">matches <code>${said(item.command)}</code></p>` : ''
      : html`<details class="tr-fold"><summary><code>${said(inShort(item.input))}</code></summary>
          ${longText(JSON.stringify(item.input, null, 2), { code: true })}</details>`}
    ${remark(item)}`,
  question: (item) => html`${head(item, 'Question', state(item, 'question'))}
    <ul class="tr-asked">${item.questions.map((question) => html`<li>${longText(question.question)}${given(question, item.answers)}</li>`)}</ul>
    ${remark(item)}`,
  mode: (item) => head(item, 'Agent', html`changed its mode${item.from ? html` from <code>${said(item.from)}</code>` : ''} to <code>${said(item.to)}</code>`),
  ended: (item) => html`${head(item, html`<span class="chip ${TONES[item.state] ?? ''}">${words(item.state)}</span>`, '')}
    ${item.text ? longText(item.text) : ''}`,
};

function head(item, who, more) {
  return html`<p class="tr-head"><span class="tr-who">${who}</span> ${more}
    <a class="faint tr-when" href=${to.run(item.runId)} aria-label="To its run"><hp-age at-ms=${item.atMs} .after=${' ago'}></hp-age></a></p>`;
}

function state(item, kind) {
  const chip = html`<span class="chip ${TONES[item.state] ?? ''}">${words(item.state)}</span>`;
  if (item.state === 'pending') return html`${chip} <a href=${to.prompt({ kind, id: item.requestId })}>${kind === 'approval' ? 'Decide' : 'Answer'}</a>`;
  return html`${chip}${item.by ? html` <span class="faint">${item.rule ? 'by a rule of' : 'by'} ${said(item.by)}${item.edited ? ', with edited input' : ''}</span>` : ''}`;
}

function remark(item) {
  return html`${item.reason && item.state === 'pending' ? html`<p class="faint">${said(item.reason)}</p>` : ''}
    ${item.note ? html`<p class="tr-note">“${said(item.note)}”</p>` : ''}`;
}

/** What was answered to one of the questions, in the words that were offered. */
function given(question, answers = []) {
  const answer = answers.find((one) => one.question_id === question.id);
  if (!answer) return '';
  const chosen = (answer.selected_option_ids ?? []).map((id) => question.options.find((option) => option.id === id)?.label ?? id);
  const all = answer.freeform_answer ? [...chosen, answer.freeform_answer] : chosen;
  return all.length === 0 ? '' : html`<p class="tr-note">${all.map((text, i) => html`${i ? ', ' : ''}${said(text)}`)}</p>`;
}

/** A call that nobody was asked about has no title: its first text, else the names of its members. */
function inShort(input) {
  const text = Object.values(input ?? {}).find((one) => typeof one === 'string' && one);
  return text === undefined ? brief(input ?? {}) : short(text, 160);
}

/** Words that still come: their end is what matters. */
function longTail(text) {
  const tail = text.length > 4000 ? '…' + text.slice(-4000) : text;
  return html`<div class="long-text" dir="auto">${said(tail)}</div>`;
}

customElements.define('hp-transcript', Transcript);

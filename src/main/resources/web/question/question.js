// <hp-question .prompt>: what an agent asks: a form while it waits, and afterwards how it ended.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { lateTemplate, typed } from '../parts/late.js';
import { said } from '../parts/text.js';
import { waitsTemplate } from '../parts/waits.js';
import '../parts/moment.js';
import '../parts/standing.js';
import '../triage/talk.js';
import '../triage/triage.js';
import { meansIt } from '../triage/claimed.js';
import { plain } from '../format/text.js';
import { wasElsewhere } from '../state/decide.js';
import { drafts } from '../state/drafts.js';
import { inbox } from '../state/inbox.js';
import { keys } from '../state/keys.js';
import { to } from '../router.js';
import { pathTemplate } from './path.js';
import { ending, settledTemplate } from './settled.js';
import './form.js';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
let serial = 0;

class QuestionView extends Element {
  static properties = { prompt: { attribute: false }, unread: { state: true }, sending: { state: true }, late: { state: true } };

  #title = `question-${++serial}`;
  #key = null;
  /** The prompt of which it has been said already how it ended. */
  #told = null;

  connectedCallback() {
    super.connectedCallback();
    this.finally(
      keys.use('Question', [
        { keys: DIGITS, label: 'Choose an option, where one question has one choice', run: (event) => this.#form?.chooseAt(Number(event.key) - 1) },
      ]),
    );
    if (this.#key) this.#read();
  }

  /** For the inbox's keys. */
  answer() {
    this.#form?.begin();
  }

  edit() {
    this.#form?.begin();
  }

  deny() {
    this.#form?.refuse('decline');
  }

  get #form() {
    return this.querySelector('hp-question-form');
  }

  willUpdate(changed) {
    if (!changed.has('prompt') || !this.prompt) return;
    const { key, settled } = this.prompt;
    if (key !== this.#key) {
      this.#key = key;
      this.late = settled ? this.#unsent() : null;
      this.#read();
    } else if (settled && !changed.get('prompt')?.settled) {
      // Whoever it was: the card stays what it is, and says so.
      this.late ??= this.#unsent();
      if (this.#told !== key) announce(`The question is settled: ${plain(ending(settled))}.`, 'info');
      this.#read();
    }
  }

  /** What was typed for it and never sent: somebody else was first. */
  #unsent() {
    const text = typed(drafts.get(this.prompt.key));
    return text ? { text } : null;
  }

  #discard() {
    drafts.delete(this.prompt.key);
    this.late = null;
  }

  async #read() {
    const { prompt } = this;
    this.unread = null;
    await inbox.refresh(prompt).catch((problem) => {
      if (this.prompt?.key === prompt.key && !this.prompt.row) this.unread = problem;
    });
  }

  render() {
    const { prompt } = this;
    if (!prompt) return nothing;
    const request = prompt.row?.request ?? prompt.request;
    const count = request.questions.length;
    return html`<article class="question" aria-labelledby=${this.#title}>
      <header>
        <h2 id=${this.#title}>${request.effect ? 'Did this happen?' : count === 1 ? 'A question' : `${count} questions`}</h2>
        <p class="faint q-where">
          Session <a href=${to.session(prompt.sessionId)}>${said(prompt.sessionId)}</a>, <a href=${to.run(prompt.runId)}>its run</a>${prompt.agentId &&
          prompt.agentId !== prompt.sessionId
            ? html`, agent ${said(prompt.agentId)}`
            : nothing}, asked <hp-age at-ms=${prompt.createdAtMs} after=" ago"></hp-age>${prompt.expiresAtMs && !prompt.settled
            ? html`, <hp-deadline at-ms=${prompt.expiresAtMs}></hp-deadline>`
            : nothing}
        </p>
      </header>
      <hp-triage .prompt=${prompt}></hp-triage>
      ${pathTemplate(prompt.row)} ${prompt.settled ? nothing : waitsTemplate(request)}
      ${prompt.settled || !request.standing ? nothing : html`<hp-standing .standing=${request.standing}></hp-standing>`}
      ${this.unread
        ? html`<p class="wrong">${this.unread.detail} <button type="button" class="plain" @click=${() => this.#read()}>Try again</button></p>`
        : nothing}
      ${prompt.settled
        ? html`${settledTemplate(prompt, request)} ${lateTemplate(this.late, () => this.#discard())}`
        : html`<hp-question-form .prompt=${prompt} .busy=${this.sending === prompt.key} .send=${(deed, done) => this.#send(prompt, deed, done)}></hp-question-form>`}
      <hp-talk .prompt=${prompt}></hp-talk>
    </article>`;
  }

  /** Throws what the daemon refused, unless somebody else was first: then the card says so. False is what was not sent. */
  async #send(prompt, deed, done) {
    if (!(await meansIt(prompt))) return false;
    this.sending = prompt.key;
    const before = this.#told;
    this.#told = prompt.key;
    try {
      await deed();
      drafts.delete(prompt.key);
      announce(done, 'done');
      await inbox.refresh(prompt).catch(() => {});
    } catch (problem) {
      if (!(await wasElsewhere(prompt, problem))) {
        this.#told = before;
        throw problem;
      }
      if (this.prompt?.key === prompt.key) this.late = { text: typed(drafts.get(prompt.key)), words: problem.detail };
      announce(`Already decided. ${plain(ending(inbox.get(prompt.kind, prompt.id).settled))}.`, 'wrong');
    } finally {
      if (this.sending === prompt.key) this.sending = null;
    }
    return true;
  }
}

customElements.define('hp-question', QuestionView);

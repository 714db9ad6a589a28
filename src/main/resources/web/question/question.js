// <hp-question .prompt>: what an agent asks: a form while it waits, and afterwards how it ended. The bar of the form is
// at its foot.

import { html, nothing } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { lateTemplate, typed } from '../parts/late.js';
import { said } from '../parts/text.js';
import { waitsTemplate } from '../parts/waits.js';
import '../parts/standing.js';
import { BarRoom } from '../parts/bar-room.js';
import { ledTemplate, showLed } from '../parts/led.js';
import { crumbsTemplate, timesTemplate } from '../parts/where.js';
import '../parts/details.js';
import '../triage/talk.js';
import '../triage/triage.js';
import { meansIt } from '../triage/claimed.js';
import { plain } from '../format/text.js';
import { wasElsewhere } from '../state/decide.js';
import { live } from '../net/live.js';
import { drafts } from '../state/drafts.js';
import { inbox } from '../state/inbox.js';
import { headingOf } from './heading.js';
import { pathTemplate } from './path.js';
import { alreadyEnded, ending, settledTemplate } from './settled.js';
import './form.js';

let serial = 0;

class QuestionView extends Element {
  static properties = { prompt: { attribute: false }, unread: { state: true }, sending: { state: true }, late: { state: true } };

  #title = `question-${++serial}`;
  #key = null;
  #room = new BarRoom(this, '.q-bar');
  /** The prompt of which it has been said already how it ended. */
  #told = null;

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'beat', () => this.#key && this.#read());
    if (this.#key) this.#read();
  }

  /** For the inbox's keys. */
  answer() {
    this.#form?.answer();
  }

  led() {
    showLed(this);
  }

  chooseAt(index) {
    this.#form?.chooseAt(index);
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
      if (this.#told !== key) announce(t('question.question.settled', { ending: plain(ending(settled)) }), 'info');
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
    const heading = headingOf(request);
    const around = () => html`${ledTemplate(prompt)} <hp-talk .prompt=${prompt}></hp-talk> <hp-details .prompt=${prompt}></hp-details>`;
    return html`<article class="question card-view" aria-labelledby=${this.#title}>
      <header>
        <div class="card-title"><h2 id=${this.#title} class=${heading.isSpoken ? 'only-read' : ''}>${said(heading.text)}</h2>${heading.more ? html` <span class="faint">${heading.more}</span>` : nothing}</div>
        <div class="card-from">${crumbsTemplate(prompt)} ${timesTemplate(prompt)}</div>
        <hp-triage .prompt=${prompt}></hp-triage>
      </header>
      ${request.why ? html`<section class="approval-reason"><h3>${t('question.question.why')}</h3><p dir="auto">${said(request.why)}</p></section>` : nothing}
      ${pathTemplate(prompt.row)} ${prompt.settled ? nothing : waitsTemplate(request)}
      ${prompt.settled || !request.standing ? nothing : html`<hp-standing .standing=${request.standing}></hp-standing>`}
      ${this.unread
        ? html`<p class="wrong">${this.unread.detail} <button type="button" class="plain" @click=${() => this.#read()}>${t('parts.common.try_again')}</button></p>`
        : nothing}
      ${prompt.settled
        ? html`${settledTemplate(prompt, request)} ${lateTemplate(this.late, () => this.#discard())}`
        : html`<hp-question-form .prompt=${prompt} .busy=${this.sending === prompt.key} .around=${around} .send=${(deed, done) => this.#send(prompt, deed, done)}></hp-question-form>`}
      ${prompt.settled ? around() : nothing}
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
      announce(plain(alreadyEnded(inbox.get(prompt.kind, prompt.id).settled)), 'wrong');
    } finally {
      if (this.sending === prompt.key) this.sending = null;
    }
    return true;
  }
}

customElements.define('hp-question', QuestionView);

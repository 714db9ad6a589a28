// <hp-bulk-item .prompt .opens>: one approval among several, in a line, with all of its input below.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { whole } from '../parts/rendered.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { itemsTemplate, worldTemplate } from '../approval/facts.js';
import { inputTemplate } from '../approval/input.js';
import { Reading } from '../approval/reading.js';
import { summaryWords, titleWords } from '../format/words.js';
import { requestOf } from '../state/prompt.js';
import { isWhole } from './bulk.js';
import { t } from '../i18n/i18n.js';

/** What is asked, in one line, with its risk, and in a second line what else matters. */
export function itemTemplate(prompt) {
  const request = requestOf(prompt);
  const { risk, tool_name: tool } = request;
  const summary = summaryWords(request);
  return html`${risk && risk.level !== 'low' ? html`<span class="chip ${risk.level === 'high' ? 'bad' : ''}"><span aria-hidden="true">${risk.level === 'high' ? t('inbox.row.high') : t('inbox.bulk_item.normal')}</span><span class="only-read">${risk.level === 'high' ? t('inbox.row.high_risk') : t('inbox.bulk_item.normal_risk')}</span></span> ` : nothing}<b>${isWhole(request)
      ? t('format.words.run', { command: html`<span data-rendered="input" data-path='["command"]'>${said(request.input.command)}</span>` })
      : said(titleWords(request))}</b>
    ${tool ? html`<span class="faint" data-rendered="tool">${said(tool)}</span>` : nothing}
    <span class="faint">${said(sessionName(prompt.sessionId, prompt.line?.session_title))}</span>
    ${summary ? html`<span class="inbox-summary">${said(summary)}</span>` : nothing}`;
}

/** What else is shown of an approval than its input. */
function whyTemplate(request) {
  const { reason, revision } = request;
  return html`<div class="inbox-why">${reason ? html`<p dir="auto">${whole(reason, 'reason')}</p>` : nothing}
    ${itemsTemplate(request)} ${worldTemplate(request)} <span class="faint">${t('inbox.bulk_item.revision', { revision: html`<span data-rendered="revision">${revision}</span>` })}</span></div>`;
}

/** Tells 'read' when all of its input has been on the screen. */
class BulkItem extends Element {
  static properties = { prompt: { attribute: false }, opens: { type: Boolean }, isOpen: { state: true }, wasRead: { state: true } };
  #reading = new Reading(this, () => (this.isOpen ? requestOf(this.prompt) : null));

  updated() {
    if (!this.#reading.isRead || this.wasRead) return;
    this.wasRead = true;
    this.dispatchEvent(new Event('read', { bubbles: true }));
  }

  willUpdate() {
    this.isOpen ??= this.opens;
  }

  render() {
    const request = requestOf(this.prompt);
    return html`${itemTemplate(this.prompt)} ${whyTemplate(request)}
      <details class="inbox-whole" ?open=${this.isOpen} ?data-seen=${this.wasRead} @toggle=${(event) => (this.isOpen = event.target.open)}>
        <summary>${isWhole(request) ? t('inbox.bulk_item.all') : t('inbox.bulk_item.more')}</summary>
        ${this.isOpen || this.wasRead ? inputTemplate(request) : nothing}
      </details>`;
  }
}

customElements.define('hp-bulk-item', BulkItem);

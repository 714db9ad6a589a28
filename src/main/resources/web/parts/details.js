// <hp-details .prompt .more>: what people need only now and then, drawn when it is opened: each id with a way to copy it.

import { html, nothing } from 'lit';
import { requestOf } from '../state/prompt.js';
import { Element } from './element.js';
import { said } from './text.js';
import './copy.js';
import { t } from '../i18n/i18n.js';

/** @property more a function that gives what else is there */
class Details extends Element {
  static properties = { prompt: { attribute: false }, more: { attribute: false }, isOpen: { state: true } };

  render() {
    return html`<details class="card-details" @toggle=${(event) => event.target.matches('.card-details') && (this.isOpen = event.target.open)}>
      <summary>${t('parts.common.details')}</summary>${this.isOpen ? this.#all() : nothing}
    </details>`;
  }

  #all() {
    const { prompt } = this;
    const request = requestOf(prompt);
    const ids = [
      prompt.kind === 'approval' ? [t('parts.details.approval'), prompt.id, t('parts.details.the_approval')] : [t('parts.details.question'), prompt.id, t('parts.details.the_question')],
      [t('parts.common.session'), prompt.sessionId, t('parts.details.the_session')],
      [t('parts.common.run'), prompt.runId, t('parts.details.the_run')],
      [t('parts.common.agent'), prompt.agentId, t('parts.details.the_agent')],
      [t('parts.details.call'), request.tool_call_id, t('parts.details.the_call')],
      [t('parts.details.digest'), request.digest, t('parts.details.the_digest')],
    ];
    return html`<dl>
        ${request.tool_name ? html`<div><dt>${t('parts.common.tool')}</dt><dd><code>${said(request.tool_name)}</code></dd></div>` : nothing}
        <div><dt>${t('parts.details.revision')}</dt><dd>${request.revision}</dd></div>
        ${ids.filter(([, id]) => id).map(([name, id, named]) => html`<div><dt>${name}</dt><dd><code>${said(id)}</code> <hp-copy .text=${id} of=${named}></hp-copy></dd></div>`)}
      </dl>
      ${this.more?.() ?? nothing}`;
  }
}

customElements.define('hp-details', Details);

// <hp-details .prompt .more>: what people need only now and then, drawn when it is opened: each id with a way to copy it.

import { html, nothing } from 'lit';
import { requestOf } from '../state/prompt.js';
import { Element } from './element.js';
import { said } from './text.js';
import './copy.js';

/** @property more a function that gives what else is there */
class Details extends Element {
  static properties = { prompt: { attribute: false }, more: { attribute: false }, isOpen: { state: true } };

  render() {
    return html`<details class="card-details" @toggle=${(event) => event.target.matches('.card-details') && (this.isOpen = event.target.open)}>
      <summary>Details</summary>${this.isOpen ? this.#all() : nothing}
    </details>`;
  }

  #all() {
    const { prompt } = this;
    const request = requestOf(prompt);
    const ids = [
      [prompt.kind === 'approval' ? 'Approval' : 'Question', prompt.id],
      ['Session', prompt.sessionId],
      ['Run', prompt.runId],
      ['Agent', prompt.agentId],
      ['Call', request.tool_call_id],
      ['Digest', request.digest],
    ];
    return html`<dl>
        ${request.tool_name ? html`<div><dt>Tool</dt><dd><code>${said(request.tool_name)}</code></dd></div>` : nothing}
        <div><dt>Revision</dt><dd>${request.revision}</dd></div>
        ${ids.filter(([, id]) => id).map(([name, id]) => html`<div><dt>${name}</dt><dd><code>${said(id)}</code> <hp-copy .text=${id} of=${`the ${name.toLowerCase()}`}></hp-copy></dd></div>`)}
      </dl>
      ${this.more?.() ?? nothing}`;
  }
}

customElements.define('hp-details', Details);

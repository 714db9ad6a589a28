import { html } from 'lit';
import { Element } from '../parts/element.js';
import { inbox } from '../state/inbox.js';
import { headline } from '../state/headline.js';
import { to } from '../router.js';
import '../approval/approval.js';
import '../question/question.js';

class InboxView extends Element {
  static properties = { kind: {}, chosen: {} };

  connectedCallback() {
    super.connectedCallback();
    this.listen(inbox, 'change');
  }

  render() {
    const prompt = inbox.get(this.kind, this.chosen);
    return html`<h1>Inbox</h1>
      <ul>${inbox.prompts.map((one) => html`<li><a href=${to.prompt(one)}>${headline(one)}</a></li>`)}</ul>
      ${prompt?.kind === 'approval' ? html`<hp-approval .prompt=${prompt}></hp-approval>` : ''}
      ${prompt?.kind === 'question' ? html`<hp-question .prompt=${prompt}></hp-question>` : ''}`;
  }
}

customElements.define('hp-inbox', InboxView);

// <hp-views .wanted>: saved views, opened, saved, renamed, ordered and removed.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { plain } from '../format/text.js';
import { said } from '../parts/text.js';
import { me } from '../state/me.js';
import { views } from '../state/views.js';
import { toSearch } from '../state/wish.js';

class ViewsDialog extends Element {
  static properties = { wanted: { attribute: false }, renamed: { state: true }, problem: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.listen(views, 'change');
  }

  get #dialog() {
    return this.querySelector('dialog');
  }

  open() {
    this.renamed = -1;
    this.problem = '';
    this.#dialog.showModal();
  }

  render() {
    return html`<dialog class="inbox-views" aria-labelledby="views-title">
      <div class="line"><h2 id="views-title">Views</h2><button type="button" class="plain" aria-label="Close" @click=${() => this.#dialog.close()}>✕</button></div>
      ${views.all.length === 0
        ? html`<p class="faint">A view keeps the filters, the order and the tab of the list. Views are kept in this browser.</p>`
        : html`<ol class="inbox-saved">${views.all.map((view, index) => this.#view(view, index))}</ol>`}
      <form @submit=${(event) => this.#save(event)}>
        <label for="view-name">Save this list as</label>
        <div class="row"><input id="view-name" name="name" maxlength="60" autocomplete="off" aria-describedby="view-problem"><button class="primary">Save view</button></div>
        <p id="view-problem" class="wrong" role="alert">${this.problem}</p>
      </form>
    </dialog>`;
  }

  #view({ name, search }, index) {
    const called = plain(name);
    if (this.renamed === index) {
      return html`<li><form class="row" @submit=${(event) => this.#rename(event, index)}>
        <input name="name" aria-label="New name of ${called}" maxlength="60" .value=${name}><button>Rename</button></form></li>`;
    }
    const button = (label, text, run, off = false) => html`<button type="button" class="plain" aria-label="${label} ${called}" aria-disabled=${off ? 'true' : 'false'} @click=${() => off || run()}>${text}</button>`;
    return html`<li><a href="/ui${search}" @click=${() => this.#dialog.close()}>${said(name)}</a>
      <span class="inbox-orders">${button('Move up', '↑', () => views.move(index, -1), index === 0)}
        ${button('Move down', '↓', () => views.move(index, 1), index === views.all.length - 1)}
        ${button('Rename', 'Rename', () => this.#asks(index))} ${button('Remove', 'Remove', () => views.remove(index))}</span></li>`;
  }

  async #asks(index) {
    this.renamed = index;
    await this.updateComplete;
    this.querySelector('.inbox-saved input').select();
  }

  #rename(event, index) {
    event.preventDefault();
    views.rename(index, new FormData(event.target).get('name'));
    this.renamed = -1;
  }

  #save(event) {
    event.preventDefault();
    this.problem = views.save(new FormData(event.target).get('name'), toSearch(this.wanted, me.usualTab));
    if (!this.problem) event.target.reset();
  }
}

customElements.define('hp-views', ViewsDialog);

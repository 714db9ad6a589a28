// <hp-views .wanted>: saved views, opened, saved, renamed, ordered and removed.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { plain } from '../format/text.js';
import { said } from '../parts/text.js';
import { me } from '../state/me.js';
import { views } from '../state/views.js';
import { toSearch } from '../state/wish.js';
import { t } from '../i18n/i18n.js';

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
      <div class="line"><h2 id="views-title">${t('inbox.filter_bar.views')}</h2><button type="button" class="plain" aria-label=${t('parts.common.close')} @click=${() => this.#dialog.close()}>✕</button></div>
      ${views.all.length === 0
        ? html`<p class="faint">${t('inbox.views_dialog.about')}</p>`
        : html`<ol class="inbox-saved">${views.all.map((view, index) => this.#view(view, index))}</ol>`}
      <form @submit=${(event) => this.#save(event)}>
        <label for="view-name">${t('inbox.views_dialog.save_as')}</label>
        <div class="row"><input id="view-name" name="name" maxlength="60" autocomplete="off" aria-describedby="view-problem"><button class="primary">${t('inbox.views_dialog.save')}</button></div>
        <p id="view-problem" class="wrong" role="alert">${this.problem}</p>
      </form>
    </dialog>`;
  }

  #view({ name, search }, index) {
    const called = plain(name);
    if (this.renamed === index) {
      return html`<li><form class="row" @submit=${(event) => this.#rename(event, index)}>
        <input name="name" aria-label=${t('inbox.views_dialog.new_name', { name: called })} maxlength="60" .value=${name}><button>${t('inbox.views_dialog.rename')}</button></form></li>`;
    }
    const button = (label, text, run, off = false) => html`<button type="button" class="plain" aria-label=${label} aria-disabled=${off ? 'true' : 'false'} @click=${() => off || run()}>${text}</button>`;
    return html`<li><a href="/ui${search}" @click=${() => this.#dialog.close()}>${said(name)}</a>
      <span class="inbox-orders">${button(t('inbox.views_dialog.up', { name: called }), '↑', () => views.move(index, -1), index === 0)}
        ${button(t('inbox.views_dialog.down', { name: called }), '↓', () => views.move(index, 1), index === views.all.length - 1)}
        ${button(t('inbox.views_dialog.rename_one', { name: called }), t('inbox.views_dialog.rename'), () => this.#asks(index))} ${button(t('inbox.views_dialog.remove_one', { name: called }), t('inbox.views_dialog.remove'), () => views.remove(index))}</span></li>`;
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

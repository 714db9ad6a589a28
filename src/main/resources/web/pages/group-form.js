// <hp-group-form .group .people>: a group to be made (no group) or changed. Tells 'made' or 'left'.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { icon } from '../parts/icons.js';
import { said } from '../parts/text.js';
import { plain } from '../format/text.js';
import { api, segment } from '../net/api.js';
import { refusalWords } from './conflict.js';

class GroupForm extends Element {
  static properties = { group: { attribute: false }, people: { attribute: false }, members: { state: true }, problem: { state: true }, busy: { state: true } };

  willUpdate(changed) {
    if (!changed.has('group') || this.members) return;
    this.members = [...(this.group?.members ?? [])];
  }

  firstUpdated() {
    this.querySelector('#group-name').focus();
  }

  render() {
    const title = this.group ? t('pages.group_form.change', { name: said(this.group.name) }) : t('pages.group_form.new');
    const known = this.people.filter(({ name }) => !this.members.includes(name));
    return html`<section class="card" aria-labelledby="group-title"><h2 id="group-title">${title}</h2>
      <form class="pg-form" @submit=${(event) => this.#save(event)}>
        <div><label for="group-name">${t('pages.common.name')}</label>
          <input id="group-name" required maxlength="100" autocomplete="off" .value=${this.group?.name ?? ''} aria-describedby="group-name-problem">
          <p id="group-name-problem" class="wrong">${this.#wrong('/name')}</p></div>
        <div><label for="group-add">${t('pages.group_form.add_member')}</label>
          <div class="row pg-add"><input id="group-add" list="group-known" maxlength="200" autocomplete="off" aria-describedby="group-add-hint group-add-problem" @keydown=${(event) => this.#key(event)}>
            <button type="button" @click=${() => this.#add()}>${t('pages.group_form.add')}</button></div>
          <datalist id="group-known">${known.map(({ name }) => html`<option value=${name}></option>`)}</datalist>
          <p id="group-add-hint" class="faint">${t('pages.group_form.add_hint')}</p>
          <p id="group-add-problem" class="wrong">${this.#wrong('/members')}</p></div>
        <div class="pg-wide">${this.members.length === 0
          ? html`<p class="faint">${t('pages.group_form.none')}</p>`
          : html`<ul class="pg-names" aria-label=${t('pages.group_form.members')}>${this.members.map((name) => html`<li><span class="chip">${said(name)}</span>
              <button type="button" class="plain" aria-label=${t('pages.group_form.take_out', { name: plain(name) })} @click=${() => this.#drop(name)}>${icon('close')}</button></li>`)}</ul>`}</div>
        <p class="wrong pg-wide" role="alert">${!this.problem ? '' : this.problem.status === 400 && this.problem.errors.length > 0 ? t('pages.group_form.not_valid') : said(this.words)}</p>
        <div class="row pg-wide">
          <button class="primary" ?disabled=${this.busy}>${this.group ? t('parts.common.save') : t('pages.group_form.create')}</button>
          <button type="button" class="plain" @click=${() => this.dispatchEvent(new Event('left'))}>${t('pages.common.go_back')}</button>
        </div>
      </form>
    </section>`;
  }

  #wrong(pointer) {
    if (this.problem?.status !== 400) return '';
    return this.problem.errors.filter((one) => one.pointer === pointer || one.pointer?.startsWith(`${pointer}/`)).map(({ message }) => message).join('. ');
  }

  /** Enter adds the name; the group is saved with its button. */
  #key(event) {
    if (event.key !== 'Enter' || event.isComposing || !event.target.value.trim()) return;
    event.preventDefault();
    this.#add();
  }

  #add() {
    const field = this.querySelector('#group-add');
    const name = field.value.trim();
    if (name && !this.members.includes(name)) this.members = [...this.members, name];
    field.value = '';
    field.focus();
  }

  async #drop(name) {
    this.members = this.members.filter((one) => one !== name);
    await this.updateComplete;
    this.querySelector('#group-add').focus();
  }

  async #save(event) {
    event.preventDefault();
    this.#add();
    const name = this.querySelector('#group-name').value;
    const { group, members } = this;
    this.busy = true;
    this.problem = null;
    try {
      if (group) await api.put(`/v1/groups/${segment(group.group_id)}`, { ...(name === group.name ? {} : { name }), members, expected_version: group.version });
      else await api.postOnce('/v1/groups', { name, members });
      announce(group ? t('pages.group_form.changed') : t('pages.group_form.created'), 'done');
      this.dispatchEvent(new Event('made'));
    } catch (problem) {
      this.words = await refusalWords(problem);
      this.problem = problem;
    }
    this.busy = false;
  }
}

customElements.define('hp-group-form', GroupForm);

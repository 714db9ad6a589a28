// <hp-assign .prompt>: gives a request to somebody who can decide it. Tells 'chosen' with the name, and 'closed'.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { plain } from '../format/text.js';
import { api } from '../net/api.js';

const MOST = 500;

class Assign extends Element {
  static properties = { prompt: { attribute: false }, busy: { type: Boolean }, problem: { state: true } };
  /** Whose token is of one tenant does not see who there is, and writes the name. */
  #people = new Loaded(this, async (signal) => (await api.page('/v1/people', { limit: MOST }, { signal })).items);

  connectedCallback() {
    super.connectedCallback();
    this.#people.load();
  }

  focus() {
    this.querySelector('select, input')?.focus();
  }

  updated() {
    // The field comes once the names are there.
    if (!this.contains(document.activeElement) && document.activeElement?.matches('body, [aria-expanded=true]')) this.focus();
  }

  render() {
    const { value: people, problem } = this.#people;
    const names = people ? candidates(people, (this.prompt.row?.request ?? this.prompt.request).standing) : [];
    return html`<form class="tri-panel" novalidate @submit=${(event) => this.#submit(event)} @keydown=${(event) => this.#key(event)}>
      <label for="assign-to">${t('triage.assign.assign_to')}</label>
      <div class="row">
        ${problem || (people && names.length === 0)
          ? html`<input id="assign-to" maxlength="200" autocomplete="off" aria-describedby="assign-problem">`
          : html`<select id="assign-to" aria-describedby="assign-problem" ?disabled=${!people}>
              ${people ? names.map((name) => html`<option value=${name}>${plain(name)}</option>`) : html`<option>${t('parts.common.loading')}</option>`}
            </select>`}
        <button aria-disabled=${this.busy ? 'true' : 'false'}>${t('triage.assign.assign')}</button>
      </div>
      <p id="assign-problem" class="wrong" role="alert">${this.problem ?? ''}</p>
    </form>`;
  }

  #key(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.dispatchEvent(new Event('closed'));
  }

  #submit(event) {
    event.preventDefault();
    const field = this.querySelector('#assign-to');
    if (this.busy || field.disabled) return;
    this.problem = field.value.trim() ? '' : t('triage.assign.enter_name');
    if (this.problem) field.focus();
    else this.dispatchEvent(new CustomEvent('chosen', { detail: field.value }));
  }
}

/** Who can decide, and where not everybody may, those whom it waits for. */
export function candidates(people, standing) {
  const names = people.filter((person) => person.can_decide).map(({ name }) => name);
  const missing = (standing?.missing ?? []).flat();
  if (missing.length === 0 || missing.some(({ more }) => more > 0)) return names;
  const wanted = new Set(missing.flatMap((one) => one.people));
  return names.filter((name) => wanted.has(name));
}

customElements.define('hp-assign', Assign);

// <hp-snooze .until .deadline>: until when somebody does not want to see a request. Tells 'chosen' with the time in
// milliseconds (0 for at once), and 'closed'.

import { html, nothing } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { moment } from '../format/time.js';

const HOUR_MS = 3_600_000;

class Snooze extends Element {
  static properties = { until: { attribute: false }, deadline: { attribute: false }, busy: { type: Boolean }, problem: { state: true } };

  focus() {
    this.querySelector('button')?.focus();
  }

  render() {
    const now = Date.now();
    const off = this.busy ? 'true' : 'false';
    const times = [[t('triage.snooze.hour'), now + HOUR_MS], [t('triage.snooze.tomorrow'), tomorrow(now)]];
    return html`<form class="tri-panel" novalidate @submit=${(event) => this.#submit(event)} @keydown=${(event) => this.#key(event)}>
      <p class="faint">${t('triage.snooze.about')}</p>
      <div class="row">
        ${this.until ? html`<button type="button" aria-disabled=${off} @click=${() => this.#choose(0)}>${t('triage.snooze.wake')}</button>` : nothing}
        ${times.map(([label, ms]) => html`<button type="button" aria-disabled=${off} title=${moment(ms, now)} @click=${() => this.#choose(ms)}>${label}</button>`)}
      </div>
      <label for="snooze-time">${t('triage.snooze.until')}</label>
      <div class="row"><input id="snooze-time" type="datetime-local" name="time" .min=${local(now)} max=${this.deadline ? local(this.deadline) : nothing}
        aria-invalid=${this.problem ? 'true' : 'false'} aria-describedby="snooze-problem"><button aria-disabled=${off}>${t('triage.snooze.snooze')}</button></div>
      <p id="snooze-problem" class="wrong" role="alert">${this.problem ?? ''}</p>
    </form>`;
  }

  #key(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.dispatchEvent(new Event('closed'));
  }

  #submit(event) {
    event.preventDefault();
    const field = this.querySelector('#snooze-time');
    const ms = new Date(field.value).getTime();
    if (!(ms > Date.now())) {
      this.problem = t('triage.snooze.to_come');
      field.focus();
      return;
    }
    this.#choose(ms);
  }

  #choose(ms) {
    if (this.busy) return;
    this.problem = '';
    this.dispatchEvent(new CustomEvent('chosen', { detail: ms }));
  }
}

/** Nine in the morning of the next day, where the browser is. */
export function tomorrow(nowMs) {
  const at = new Date(nowMs);
  at.setDate(at.getDate() + 1);
  return at.setHours(9, 0, 0, 0);
}

/** As a field for days and times wants it. */
function local(ms) {
  const at = new Date(ms);
  const two = (number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

customElements.define('hp-snooze', Snooze);

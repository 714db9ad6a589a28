// <hp-settings>: how the page looks, when it calls, what its keys do. All of it is kept in this browser alone.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { announce } from '../parts/announce.js';
import { allKeys } from '../parts/keys-table.js';
import { said } from '../parts/text.js';
import { span } from '../format/time.js';
import { api } from '../net/api.js';
import { live } from '../net/live.js';
import { allowNotifications } from '../state/attention.js';
import { undoMs } from '../state/holds.js';
import { settings } from '../state/settings.js';

const THEMES = [['auto', t('pages.settings.system')], ['light', t('pages.settings.light')], ['dark', t('pages.settings.dark')]];
/** Each by its own name, so that people find theirs. */
const LANGUAGES = [['auto', t('pages.settings.system')], ['en', 'English'], ['de', 'Deutsch']];
const CONTRASTS = [['auto', t('pages.settings.system')], ['more', t('pages.settings.high')]];
const DENSITIES = [['compact', t('pages.settings.compact')], ['comfortable', t('pages.settings.comfortable')]];
const UNDO = [[0, t('pages.settings.off')], ...[3_000, 5_000, 10_000].map((ms) => [ms, span(ms)])];

const WHY_NOT = {
  refused: t('pages.settings.refused'),
  cannot: t('pages.settings.cannot'),
};

class SettingsView extends Element {
  static properties = { whyNot: { state: true } };
  #status = new Loaded(this, (signal) => api.get('/v1/status', { signal }));

  connectedCallback() {
    super.connectedCallback();
    this.listen(settings, 'change');
    this.listen(live, 'resync', () => this.#status.load());
    this.#status.load();
  }

  render() {
    return html`<div class="pg settings">
      <h1>${t('pages.settings.settings')}</h1>
      <p class="faint">${t('pages.settings.kept')}</p>
      <section class="card" aria-labelledby="settings-look"><h2 id="settings-look">${t('pages.settings.appearance')}</h2>
        ${this.#choice('language', t('pages.settings.language'), LANGUAGES)} ${this.#choice('theme', t('pages.settings.theme'), THEMES)} ${this.#choice('contrast', t('pages.settings.contrast'), CONTRASTS)} ${this.#choice('density', t('pages.settings.density'), DENSITIES)}
      </section>
      <section class="card" aria-labelledby="settings-deciding"><h2 id="settings-deciding">${t('pages.settings.decisions')}</h2>
        ${this.#choice('undo', t('pages.settings.undo'), UNDO, undoMs())}
        ${this.#tick('goOn', t('pages.settings.go_on'))}
      </section>
      <section class="card" aria-labelledby="settings-notes"><h2 id="settings-notes">${t('pages.settings.notifications')}</h2>
        <p class="faint">${t('pages.settings.while_open')}</p>
        <label><input type="checkbox" .checked=${settings.get('notify')} @change=${(event) => this.#notify(event.target)}> ${t('pages.settings.notify')}</label>
        ${this.whyNot ? html`<p class="wrong">${this.whyNot}</p>` : ''}
        ${this.#tick('sound', t('pages.settings.sound'))}
        <h3>${t('pages.settings.push')}</h3>
        <p>${t('pages.settings.not_set_up')} <span class="faint">${t('pages.settings.no_push')}</span></p>
      </section>
      <section class="card" aria-labelledby="settings-keys"><h2 id="settings-keys">${t('parts.keys.title')}</h2>
        ${this.#tick('shortcuts', t('pages.settings.use_shortcuts'))}
        <p class="faint">${t('pages.settings.press', { key: html`<kbd>?</kbd>` })}</p>
        <details class="settings-keys"><summary>${t('pages.settings.all_keys')}</summary>${allKeys()}</details>
      </section>
      <section class="card" aria-labelledby="settings-about"><h2 id="settings-about">${t('pages.common.about')}</h2>
        <p>Holdpoint ${said(this.#status.value?.version ?? '')}</p>
        <p><a href="/docs" target="_blank" rel="noopener">${t('pages.settings.api')}</a></p>
      </section>
    </div>`;
  }

  #choice(name, legend, options, now = settings.get(name)) {
    return html`<fieldset class="choice"><legend>${legend}</legend>
      ${options.map(([value, label]) => html`<label><input type="radio" name=${name} value=${value} .checked=${now === value}
        @change=${() => chosen(name, value)}> ${label}</label>`)}
    </fieldset>`;
  }

  #tick(name, label) {
    return html`<label><input type="checkbox" .checked=${settings.get(name)} @change=${(event) => settings.set(name, event.target.checked)}> ${label}</label>`;
  }

  async #notify(box) {
    this.whyNot = box.checked ? (WHY_NOT[await allowNotifications()] ?? '') : '';
    if (this.whyNot) announce(this.whyNot, 'wrong');
    settings.set('notify', box.checked && !this.whyNot);
    box.checked = settings.get('notify');
  }
}

/** The words of a page are chosen when it loads. */
function chosen(name, value) {
  settings.set(name, value);
  if (name === 'language') location.reload();
}

customElements.define('hp-settings', SettingsView);

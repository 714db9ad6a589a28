// <hp-settings>: how the page looks, when it calls, what its keys do. All of it is kept in this browser alone.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { announce } from '../parts/announce.js';
import { allKeys } from '../parts/keys-table.js';
import { said } from '../parts/text.js';
import { api } from '../net/api.js';
import { live } from '../net/live.js';
import { allowNotifications } from '../state/attention.js';
import { undoMs } from '../state/holds.js';
import { settings } from '../state/settings.js';

const THEMES = [['auto', 'System'], ['light', 'Light'], ['dark', 'Dark']];
const CONTRASTS = [['auto', 'System'], ['more', 'High']];
const DENSITIES = [['compact', 'Compact'], ['comfortable', 'Comfortable']];
const UNDO = [[0, 'Off'], [3_000, '3 s'], [5_000, '5 s'], [10_000, '10 s']];

const WHY_NOT = {
  refused: 'The browser does not allow notifications. They require https or localhost, and your permission.',
  cannot: 'This browser does not support notifications.',
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
      <h1>Settings</h1>
      <p class="faint">These settings are kept in this browser.</p>
      <section class="card" aria-labelledby="settings-look"><h2 id="settings-look">Appearance</h2>
        ${this.#choice('theme', 'Theme', THEMES)} ${this.#choice('contrast', 'Contrast', CONTRASTS)} ${this.#choice('density', 'Density', DENSITIES)}
      </section>
      <section class="card" aria-labelledby="settings-deciding"><h2 id="settings-deciding">Decisions</h2>
        ${this.#choice('undo', 'Undo time', UNDO, undoMs())}
        ${this.#tick('goOn', 'Open the next request after a decision')}
      </section>
      <section class="card" aria-labelledby="settings-notes"><h2 id="settings-notes">Notifications</h2>
        <p class="faint">While Holdpoint is open in a tab.</p>
        <label><input type="checkbox" .checked=${settings.get('notify')} @change=${(event) => this.#notify(event.target)}> Show a notification</label>
        ${this.whyNot ? html`<p class="wrong">${this.whyNot}</p>` : ''}
        ${this.#tick('sound', 'Play a sound')}
        <h3>Push to this device</h3>
        <p>Not set up. <span class="faint">This server sends no push messages to browsers.</span></p>
      </section>
      <section class="card" aria-labelledby="settings-keys"><h2 id="settings-keys">Keyboard shortcuts</h2>
        ${this.#tick('shortcuts', 'Use keyboard shortcuts')}
        <p class="faint">Press <kbd>?</kbd> in any view to see them.</p>
        <details class="settings-keys"><summary>All keys</summary>${allKeys()}</details>
      </section>
      <section class="card" aria-labelledby="settings-about"><h2 id="settings-about">About</h2>
        <p>Holdpoint ${said(this.#status.value?.version ?? '')}</p>
        <p><a href="/docs" target="_blank" rel="noopener">API reference</a></p>
      </section>
    </div>`;
  }

  #choice(name, legend, options, chosen = settings.get(name)) {
    return html`<fieldset class="choice"><legend>${legend}</legend>
      ${options.map(([value, label]) => html`<label><input type="radio" name=${name} value=${value} .checked=${chosen === value}
        @change=${() => settings.set(name, value)}> ${label}</label>`)}
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

customElements.define('hp-settings', SettingsView);

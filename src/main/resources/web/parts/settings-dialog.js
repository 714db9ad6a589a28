// Who is signed in, how the page looks and calls, and what the keys do.

import { html } from 'lit';
import { Element } from './element.js';
import { announce } from './announce.js';
import { date } from '../format/time.js';
import { allowNotifications } from '../state/attention.js';
import { keys } from '../state/keys.js';
import { me } from '../state/me.js';
import { undoMs } from '../state/holds.js';
import { settings } from '../state/settings.js';

const NAMES = { ' ': 'Space', ArrowDown: '↓', ArrowUp: '↑', Enter: 'Enter', Escape: 'Esc' };

const WHY_NOT = {
  refused: 'The browser does not allow notifications. They require https or localhost, and your permission.',
  cannot: 'This browser does not support notifications.',
};

class SettingsDialog extends Element {
  static properties = { whyNot: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.listen(settings, 'change');
  }

  open() {
    this.requestUpdate();
    this.querySelector('dialog').showModal();
  }

  render() {
    const { name, role, tenant_id: tenant, expires_at_ms: until } = me.caller ?? {};
    return html`<dialog aria-labelledby="settings-title" @click=${(event) => event.target.localName === 'dialog' && event.target.close()}>
      <form method="dialog" class="settings">
        <div class="line">
          <h2 id="settings-title">Settings and keys</h2>
          <button class="plain" aria-label="Close">✕</button>
        </div>
        <p>Signed in as <strong dir="auto">${name}</strong>, ${role}${tenant && tenant !== 'tnt_root' ? html`, of tenant <code>${tenant}</code>` : ''}${until ? `, until ${date(until)}` : ''}.
          <a href="/ui/account" @click=${() => this.querySelector('dialog').close()}>Account and passkeys</a>
          <button type="button" @click=${() => this.#leave()}>Sign out</button></p>
        <fieldset>
          <legend>Colours</legend>
          ${['auto', 'light', 'dark'].map(
            (theme) => html`<label><input type="radio" name="theme" value=${theme} .checked=${settings.get('theme') === theme}
              @change=${() => settings.set('theme', theme)}> ${{ auto: 'System', light: 'Light', dark: 'Dark' }[theme]}</label>`,
          )}
        </fieldset>
        <fieldset>
          <legend>Undo time</legend>
          ${[0, 3_000, 5_000, 10_000].map(
            (ms) => html`<label><input type="radio" name="undo" value=${ms} .checked=${undoMs() === ms}
              @change=${() => settings.set('undo', ms)}> ${ms ? `${ms / 1000} s` : 'Off'}</label>`,
          )}
        </fieldset>
        <fieldset>
          <legend>Notifications</legend>
          <label><input type="checkbox" .checked=${settings.get('notify')} @change=${(event) => this.#notify(event.target)}> Show a notification</label>
          ${this.whyNot ? html`<p class="wrong">${this.whyNot}</p>` : ''}
          <label><input type="checkbox" .checked=${settings.get('sound')} @change=${(event) => settings.set('sound', event.target.checked)}> Play a sound</label>
        </fieldset>
        <fieldset>
          <legend>Keys</legend>
          <label><input type="checkbox" .checked=${settings.get('shortcuts')}
            @change=${(event) => settings.set('shortcuts', event.target.checked)}> Keyboard shortcuts</label>
          <label><input type="checkbox" .checked=${settings.get('goOn')}
            @change=${(event) => settings.set('goOn', event.target.checked)}> Open the next request after a decision</label>
          ${keys.all.map(
            ({ group, bindings }) => html`<h3>${group}</h3>
              <dl class="keys">
                ${bindings.map(
                  (binding) => html`<div><dt>${(binding.keys ?? [binding.key]).map((key) => html`<kbd>${NAMES[key] ?? key}</kbd> `)}</dt><dd>${binding.label}</dd></div>`,
                )}
              </dl>`,
          )}
        </fieldset>
        <p class="faint"><a href="/docs" target="_blank" rel="noopener">API reference</a></p>
      </form>
    </dialog>`;
  }

  async #notify(box) {
    this.whyNot = box.checked ? (WHY_NOT[await allowNotifications()] ?? '') : '';
    if (this.whyNot) announce(this.whyNot, 'wrong');
    settings.set('notify', box.checked && !this.whyNot);
    box.checked = settings.get('notify');
  }

  async #leave() {
    this.querySelector('dialog').close();
    await me.signOut();
  }
}

customElements.define('hp-settings', SettingsDialog);

// <hp-offline>: says that nobody answers, of when what is shown is, and when it is tried again; and that there is a new page.

import { html } from 'lit';
import { Element } from './element.js';
import { ticker } from './ticker.js';
import { moment, span } from '../format/time.js';
import { live } from '../net/live.js';
import { me } from '../state/me.js';
import { isOffline } from '../state/offline.js';
import { t } from '../i18n/i18n.js';

class Offline extends Element {
  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'state');
    this.listen(me, 'change');
    this.listen(ticker, 'tick', () => isOffline() && this.requestUpdate());
  }

  render() {
    if (!isOffline() && me.isOutdated) {
      return html`<section aria-label=${t('parts.offline.connection')} class="offline"><div role="status">${t('parts.offline.updated')}</div>
        <button type="button" @click=${() => location.reload()}>${t('parts.offline.reload')}</button></section>`;
    }
    if (!isOffline()) return html`<section aria-label=${t('parts.offline.connection')}><div role="status"></div></section>`;
    const left = Math.max(0, (live.state.untilMs ?? 0) - Date.now());
    return html`<section aria-label=${t('parts.offline.connection')} class="offline"><div role="status">${t('parts.offline.unreachable', { moment: moment(live.updatedMs, Date.now()) })}</div>
      <span>${t('parts.offline.retrying', { span: span(Math.ceil(left / 1000) * 1000) })}</span> <button type="button" @click=${() => live.hurry()}>${t('parts.offline.retry')}</button></section>`;
  }
}

customElements.define('hp-offline', Offline);

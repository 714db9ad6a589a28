// What waits for the signed-in person, and everything: one stop for the Tab key, arrows turn.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';

const TABS = [['me', t('inbox.tabs.me')], ['all', t('parts.common.all')]];

/**
 * @param turn(tab) when another is chosen
 * @param more what stands at the end of the line
 */
export function tabsTemplate(chosen, turn, more) {
  const moved = (event) => {
    const [other] = TABS.find(([tab]) => tab !== chosen);
    const next = { ArrowLeft: other, ArrowRight: other, Home: 'me', End: 'all' }[event.key];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    turn(next);
    event.currentTarget.querySelector(`#inbox-tab-${next}`).focus();
  };
  return html`<div class="inbox-turn"><div class="inbox-tabs" role="tablist" aria-label=${t('inbox.tabs.which')} @keydown=${moved}>
    ${TABS.map(([tab, label]) => html`<button role="tab" id="inbox-tab-${tab}" type="button" aria-selected=${tab === chosen ? 'true' : 'false'} aria-controls="inbox-rows"
      tabindex=${tab === chosen ? '0' : '-1'} @click=${() => turn(tab)}>${label}</button>`)}
  </div>${more}</div>`;
}

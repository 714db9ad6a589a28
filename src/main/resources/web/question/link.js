// A page elsewhere that an agent asks people to open: all of its address, with the host to look at.

import { html, nothing } from 'lit';
import { t } from '../i18n/i18n.js';

/**
 * Nothing of the page is loaded before somebody clicks.
 *
 * @param link {url, host} of the request
 * @param opened called when it was opened
 */
export function linkTemplate(link, disabled, opened) {
  // The daemon has looked at it; what a browser reads in another way is shown as text alone.
  const address = URL.canParse(link.url) ? new URL(link.url) : null;
  const at = link.url.indexOf(link.host);
  const safe = address && ['https:', 'http:'].includes(address.protocol) && at > 0;
  return html`<div class="q-link">
    <p><bdi>${at > 0 ? html`${link.url.slice(0, at)}<strong>${link.host}</strong>${link.url.slice(at + link.host.length)}` : link.url}</bdi></p>
    ${safe && address.hostname !== link.host.toLowerCase() ? html`<p class="faint">${t('approval.http.host', { host: html`<strong>${address.hostname}</strong>` })}</p>` : nothing}
    ${safe && !disabled
      ? html`<p><a class="button" href=${link.url} target="_blank" rel="noopener noreferrer" @click=${opened}>${t('question.link.open')}</a></p>`
      : nothing}
  </div>`;
}

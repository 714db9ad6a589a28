// A request over HTTP: where it goes, with the host to look at, and all that goes along.

import { html, nothing } from 'lit';
import { wholeIn } from '../parts/rendered.js';
import { said } from '../parts/text.js';
import { hostElsewhere, pairsOf, urlParts } from '../format/url.js';
import './json-view.js';
import { t } from '../i18n/i18n.js';

/** Beyond this number, a table of them helps nobody. */
const PAIRS = 100;

/** @param usual how it is made where the request does not say it */
export function httpTemplate({ method, url, headers, body }, at, tool, usual = 'GET') {
  const parts = urlParts(url);
  const elsewhere = hostElsewhere(url);
  const query = parts.find(({ kind }) => kind === 'query');
  const pairs = query ? pairsOf(url.slice(query.from, query.to)) : null;
  return html`<p class="approval-http"><strong class="mono">${method === undefined ? said(usual) : wholeIn(method, 'input', ['method'], at(['method']))}</strong>
      <code>${wholeIn(url, 'input', ['url'], at(['url']), parts)}</code></p>
    ${elsewhere ? html`<p class="approval-risks">${t('approval.http.host', { host: html`<strong class="mono">${said(elsewhere)}</strong>` })}</p>` : nothing}
    ${pairs ? tableTemplate(t('approval.http.query'), pairs) : nothing}
    ${headers.length === 0
      ? nothing
      : html`<h4>${t('approval.http.headers')}</h4><table class="approval-table" aria-label=${t('approval.http.headers')}><tbody>${headers.map(([name, value]) => html`<tr><th scope="row" data-read>${said(name)}</th>
          <td>${typeof value === 'string' ? wholeIn(value, 'input', ['headers', name], at(['headers', name])) : html`<hp-json .value=${value} .path=${['headers', name]} .marks=${at}></hp-json>`}</td></tr>`)}</tbody></table>`}
    ${body === undefined || body === null ? nothing : bodyTemplate(body, headers, at)}
    ${tool === 'http_request' ? html`<p class="faint">${t('approval.http.redirects')}</p>` : nothing}`;
}

/** Decoded, for reading; what is sent stands elsewhere as it is. */
function tableTemplate(label, pairs) {
  return html`<h4>${label}</h4><table class="approval-table" aria-label=${label}><tbody>
      ${pairs.slice(0, PAIRS).map(([name, value]) => html`<tr><th scope="row">${said(name)}</th><td>${said(value)}</td></tr>`)}</tbody></table>
    ${pairs.length > PAIRS ? html`<p class="faint">${t('approval.always.and_more', { count: pairs.length - PAIRS })}</p>` : nothing}`;
}

/** A text that is JSON or a form is shown as such, and as it is sent. */
function bodyTemplate(body, headers, at) {
  if (typeof body !== 'string') return html`<h4>${t('approval.http.body')}</h4><hp-json .value=${body} .path=${['body']} .marks=${at}></hp-json>`;
  const sent = html`<pre class="approval-code">${wholeIn(body, 'input', ['body'], at(['body']))}</pre>`;
  const json = jsonOf(body);
  const form = json === undefined ? formOf(body, headers) : null;
  if (json === undefined && !form) return html`<h4>${t('approval.http.body')}</h4>${sent}`;
  return html`${form ? tableTemplate(t('approval.http.form'), form) : html`<h4>${t('approval.http.json')}</h4><hp-json .value=${json}></hp-json>`}
    <p class="faint">${t('approval.http.sent')}</p>${sent}`;
}

function formOf(body, headers) {
  const isForm = headers.some(([name, value]) => /^content-type$/i.test(name) && /x-www-form-urlencoded/i.test(String(value)));
  return isForm ? pairsOf(body) : null;
}

function jsonOf(body) {
  if (!/^\s*[[{]/.test(body)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

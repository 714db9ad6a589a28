// Where a request comes from and when: what the cards of approvals and of questions share.

import { html, nothing } from 'lit';
import { requestOf } from '../state/prompt.js';
import { to } from '../router.js';
import { said } from './text.js';
import './moment.js';
import { ofDaemon, t } from '../i18n/i18n.js';

/** A made id tells people nothing; one that a caller chose does. */
const MADE = /^ses_[0-9A-HJKMNP-TV-Z]{26}$/i;

/** The title of an input is its first words; only a script is named by the daemon. */
export const inputTitle = (title) => (title?.startsWith('Scripted ') ? ofDaemon(title) : title);

/** A session by its title, by the id that somebody chose for it, or by no more than that it is one. */
export function sessionName(id, title, other = t('parts.common.session')) {
  const name = inputTitle(title) || id;
  return MADE.test(name) ? other : name;
}

/** The way from the session that began it all to the one that asks, each as a link. */
export function crumbsTemplate(prompt) {
  const { agent_name: agent, lineage = [] } = requestOf(prompt);
  const parent = lineage.at(-1);
  return html`<nav class="crumbs" aria-label=${t('parts.where.asked_in')}>
    <ol>
      ${(lineage ?? []).map((one) => html`<li><a href=${to.session(one.session_id)}>${said(one.agent_name ?? sessionName(one.session_id))}</a>${one.run_id
          ? html` <a class="crumb-run" href=${to.run(one.run_id)}>${t('parts.where.run_of', { of: html`<span class="only-read"> ${t('parts.where.of', { who: said(one.agent_name ?? sessionName(one.session_id)) })}</span>` })}</a>`
          : nothing}</li>`)}
      <li><a href=${to.session(prompt.sessionId)}>${said(sessionName(prompt.sessionId, prompt.line?.session_title))}</a> <a class="crumb-run" href=${to.run(prompt.runId)}>${t('parts.common.view_run')}</a></li>
    </ol>
    ${agent ? html`<span class="crumb-agent">${said(agent)}</span>` : nothing}
    ${parent ? html`<span>${t('parts.where.child', { parent: childOf(parent) })}</span>` : nothing}
  </nav>`;
}

function childOf({ agent_name: agent, session_id: id }) {
  return agent ? said(agent) : MADE.test(id) ? t('parts.where.another') : said(id);
}

/** When it was asked, and until when it waits. */
export function timesTemplate(prompt) {
  return html`<p class="faint card-times">${t('parts.where.asked', { ago: html`<hp-age at-ms=${prompt.createdAtMs} ago></hp-age>` })}${prompt.expiresAtMs && !prompt.settled
    ? html` · <hp-deadline at-ms=${prompt.expiresAtMs}></hp-deadline>`
    : nothing}${prompt.settled || !requestOf(prompt).held ? nothing : html` · ${t('parts.where.held', { who: said(requestOf(prompt).held.by) })}`}</p>`;
}

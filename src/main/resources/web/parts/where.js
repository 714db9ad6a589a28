// Where a request comes from and when: what the cards of approvals and of questions share.

import { html, nothing } from 'lit';
import { requestOf } from '../state/prompt.js';
import { to } from '../router.js';
import { said } from './text.js';
import './moment.js';

/** A made id tells people nothing; one that a caller chose does. */
const MADE = /^ses_[0-9A-HJKMNP-TV-Z]{26}$/i;

/** A session by its title, by the id that somebody chose for it, or by no more than that it is one. */
export function sessionName(id, title, other = 'Session') {
  const name = title || id;
  return MADE.test(name) ? other : name;
}

/** The way from the session that began it all to the one that asks, each as a link. */
export function crumbsTemplate(prompt) {
  const { agent_name: agent, lineage = [] } = requestOf(prompt);
  const parent = lineage.at(-1);
  return html`<nav class="crumbs" aria-label="Asked in">
    <ol>
      ${(lineage ?? []).map((one) => html`<li><a href=${to.session(one.session_id)}>${said(one.agent_name ?? sessionName(one.session_id))}</a>${one.run_id
          ? html` <a class="crumb-run" href=${to.run(one.run_id)}>run<span class="only-read"> of ${said(one.agent_name ?? sessionName(one.session_id))}</span></a>`
          : nothing}</li>`)}
      <li><a href=${to.session(prompt.sessionId)}>${said(sessionName(prompt.sessionId, prompt.line?.session_title))}</a> <a class="crumb-run" href=${to.run(prompt.runId)}>View run</a></li>
    </ol>
    ${agent ? html`<span class="crumb-agent">${said(agent)}</span>` : nothing}
    ${parent ? html`<span>Asked by a child of ${childOf(parent)}</span>` : nothing}
  </nav>`;
}

function childOf({ agent_name: agent, session_id: id }) {
  return agent ? said(agent) : MADE.test(id) ? 'another session' : said(id);
}

/** When it was asked, and until when it waits. */
export function timesTemplate(prompt) {
  return html`<p class="faint card-times">Asked <hp-age at-ms=${prompt.createdAtMs} after=" ago"></hp-age>${prompt.expiresAtMs && !prompt.settled
    ? html` · <hp-deadline at-ms=${prompt.expiresAtMs}></hp-deadline>`
    : nothing}${prompt.settled || !requestOf(prompt).held ? nothing : html` · held by ${said(requestOf(prompt).held.by)}`}</p>`;
}

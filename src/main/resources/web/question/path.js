// Where a question comes from: the session and run that wait, and for a child's question the way it has taken.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { to } from '../router.js';

/** A child put it to its parent: the run that holds it waits in the parent's session. */
export function isClarification(row) {
  return row?.run_kind === 'parent_clarification';
}

export function pathTemplate(row) {
  if (!isClarification(row)) return nothing;
  return html`<section class="q-path" aria-label="Where the question comes from">
    <p>A child session asks its parent.</p>
    <ol>
      <li>${step('Child session', row.requester_session_id, row.requester_run_id)}
        ${places('projects', row.requester_project_ids)}${places('channels', row.requester_channel_ids)}</li>
      <li>${step('Parent session', row.session_id, row.run_id)}
        ${places('projects', row.parent_project_ids)}${places('channels', row.parent_channel_ids)}</li>
      <li>You</li>
    </ol>
  </section>`;
}

function step(what, sessionId, runId) {
  const name = sessionId ? sessionName(sessionId, '', '') : 'unknown';
  return html`${sessionId ? html`<a href=${to.session(sessionId)}>${what}${name ? html` ${said(name)}` : nothing}</a>` : `${what} ${name}`}${runId
    ? html`, <a href=${to.run(runId)}>View run</a>`
    : nothing}`;
}

function places(what, ids) {
  if (!ids || ids.length === 0) return nothing;
  return html`<span class="faint">${what} ${ids.map((id, index) => html`${index > 0 ? ', ' : ''}${said(id)}`)}</span> `;
}

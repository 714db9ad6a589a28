// Where a question comes from: the session and run that wait, and for a child's question the way it has taken.

import { html, nothing } from 'lit';
import { said } from '../parts/text.js';
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
      <li>${step('Child session', row.requester_session_id, row.requester_agent_id, row.requester_run_id)}
        ${places('projects', row.requester_project_ids)}${places('channels', row.requester_channel_ids)}
        ${row.requester_tool_call_id ? html`<span class="faint">call ${said(row.requester_tool_call_id)}</span>` : nothing}</li>
      <li>${step('Parent session', row.session_id, row.agent_id, row.run_id)}
        ${places('projects', row.parent_project_ids)}${places('channels', row.parent_channel_ids)}</li>
      <li>You</li>
    </ol>
  </section>`;
}

function step(what, sessionId, agentId, runId) {
  return html`${what} ${sessionId ? html`<a href=${to.session(sessionId)}>${said(sessionId)}</a>` : 'unknown'}${runId
    ? html`, <a href=${to.run(runId)}>its run</a>`
    : nothing}${agentId && agentId !== sessionId ? html` <span class="faint">agent ${said(agentId)}</span>` : nothing}`;
}

function places(what, ids) {
  if (!ids || ids.length === 0) return nothing;
  return html`<span class="faint">${what} ${ids.map((id, index) => html`${index > 0 ? ', ' : ''}${said(id)}`)}</span> `;
}

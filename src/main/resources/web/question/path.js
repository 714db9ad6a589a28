// Where a question comes from: the session and run that wait, and for a child's question the way it has taken.

import { html, nothing } from 'lit';
import { t } from '../i18n/i18n.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { to } from '../router.js';

/** A child put it to its parent: the run that holds it waits in the parent's session. */
export function isClarification(row) {
  return row?.run_kind === 'parent_clarification';
}

export function pathTemplate(row) {
  if (!isClarification(row)) return nothing;
  return html`<section class="q-path" aria-label=${t('question.path.from')}>
    <p>${t('question.path.asks')}</p>
    <ol>
      <li>${step(CHILD, row.requester_session_id, row.requester_run_id)}
        ${projects(row.requester_project_ids)}${channels(row.requester_channel_ids)}</li>
      <li>${step(PARENT, row.session_id, row.run_id)}
        ${projects(row.parent_project_ids)}${channels(row.parent_channel_ids)}</li>
      <li>${t('question.path.you')}</li>
    </ol>
  </section>`;
}

const CHILD = { named: (name) => t('question.path.child_named', { name }), plain: t('question.path.child') };
const PARENT = { named: (name) => t('question.path.parent_named', { name }), plain: t('question.path.parent') };

function step(what, sessionId, runId) {
  const name = sessionId && sessionName(sessionId, '', '');
  return html`${sessionId ? html`<a href=${to.session(sessionId)}>${name ? what.named(said(name)) : what.plain}</a>` : what.named(t('parts.common.unknown'))}${runId
    ? html`, <a href=${to.run(runId)}>${t('parts.common.view_run')}</a>`
    : nothing}`;
}

const projects = (ids) => places(ids, (names) => t('question.path.projects', { names }));
const channels = (ids) => places(ids, (names) => t('question.path.channels', { names }));

function places(ids, words) {
  if (!ids || ids.length === 0) return nothing;
  return html`<span class="faint">${words(ids.map((id, index) => html`${index > 0 ? ', ' : ''}${said(id)}`))}</span> `;
}

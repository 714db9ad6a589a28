// Runs in a table, which becomes cards where there is no room for one.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { said } from '../parts/text.js';
import { short } from '../format/text.js';
import { span } from '../format/time.js';
import { to } from '../router.js';
import { ago, chip, empty, listed } from './common.js';
import { words } from './words.js';

/** @param list a Listing of RunView; @param session whether to name the session of each */
export function runRows(list, { session = true, nothing, hint = '' }) {
  return listed(list, {
    nothing: empty(nothing, hint),
    rows: (runs) => html`<table class="pg-table">
      <caption class="only-read">Runs, newest first</caption>
      <thead><tr><th scope="col">Run</th>${session ? html`<th scope="col">Session</th>` : ''}<th scope="col">Status</th><th scope="col">Submitted</th><th scope="col">Took</th></tr></thead>
      <tbody>${repeat(runs, (run) => run.run_id, (run) => row(run, session))}</tbody>
    </table>`,
  });
}

function row(run, session) {
  const waiting = run.pending_approval_ids.length + run.pending_question_ids.length;
  return html`<tr>
    <td class="pg-first"><a href=${to.run(run.run_id)}>${said(short(run.request.text_preview, 90) || run.run_id)}</a>
      ${run.origin_kind === 'input' ? '' : html`<span class="faint">${words(run.origin_kind)}</span>`}
      ${run.error ? html`<p class="wrong pg-brief">${said(short(run.error, 160))}</p>` : ''}</td>
    ${session ? html`<td data-label="Session"><a href=${to.session(run.session_id)}>${said(run.session_id)}</a></td>` : ''}
    <td data-label="Status">${chip(run.status, waiting ? ` (${waiting})` : '')}</td>
    <td data-label="Submitted">${ago(run.submitted_at_ms)}</td>
    <td data-label="Took">${run.started_at_ms && run.finished_at_ms ? span(run.finished_at_ms - run.started_at_ms) : '–'}</td>
  </tr>`;
}

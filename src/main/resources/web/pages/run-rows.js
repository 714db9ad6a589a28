// Runs as rows of two lines: what was asked for and how it stands, where and when.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { said } from '../parts/text.js';
import { inputTitle, sessionName } from '../parts/where.js';
import { short } from '../format/text.js';
import { to } from '../router.js';
import { ago, chip, empty, listed } from './common.js';
import { took } from './states.js';
import { failure, words } from './words.js';

const LABEL = t('pages.run_rows.list');
const UNTITLED = t('parts.common.run');
const DOT = ' · ';

/** @param list a Listing of RunView; @param session whether to name the session of each */
export function runRows(list, { session = true, nothing, hint = '' }) {
  return listed(list, {
    nothing: empty(nothing, hint),
    rows: (runs) => html`<ul class="pg-rows" aria-label=${LABEL}>${repeat(runs, (run) => run.run_id, (run) => row(run, session))}</ul>`,
  });
}

function row(run, session) {
  const waiting = run.pending_approval_ids.length + run.pending_question_ids.length;
  const second = [
    session ? html`<a class="pg-quiet" href=${to.session(run.session_id)}>${said(sessionName(run.session_id))}</a>` : null,
    run.origin_kind === 'input' ? null : words(run.origin_kind),
    run.error ? html`<span class="wrong">${said(short(failure(run.error), 160))}</span>` : null,
  ].filter(Boolean);
  return html`<li class="pg-row">
    <span class="pg-row-first"><a href=${to.run(run.run_id)}>${said(inputTitle(run.request.title) || UNTITLED)}</a></span>
    <span class="pg-row-end">${chip(run.status, waiting ? ` (${waiting})` : '')}</span>
    <span class="pg-row-second">${second.map((part, i) => html`${i ? DOT : ''}${part}`)}</span>
    <span class="pg-row-far">${run.started_at_ms && run.finished_at_ms ? html`${t('pages.run_rows.took', { time: took(run.finished_at_ms - run.started_at_ms) })}${DOT}` : ''}${ago(run.submitted_at_ms)}</span>
  </li>`;
}

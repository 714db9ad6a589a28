// Events of a run in words, one at a time.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { longText } from '../parts/long-text.js';
import { agentWords } from '../parts/markdown.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { changeWords } from '../triage/log.js';
import { to } from '../router.js';
import { deciderWords, titleWords } from '../format/words.js';
import { fileList } from './files.js';
import { inputWords } from './input-words.js';
import { filesOf, outcomeOf } from './story.js';
import { failure } from './words.js';

const TITLES = {
  accepted: t('pages.happenings.accepted'), queued: t('pages.happenings.queued'), started: t('pages.happenings.started'), waiting_for_approval: t('pages.happenings.waiting_for_approval'), approval_resolved: t('pages.happenings.decided'),
  approval_endorsed: t('pages.happenings.endorsed'), approval_stale: t('pages.happenings.stale'), permission_rule_applied: t('pages.happenings.by_rule'), agent_mode_changed: t('pages.happenings.mode'), effect_uncertain: t('pages.happenings.uncertain'), effect_settled: t('pages.happenings.settled'), waiting_for_user_question: t('pages.happenings.waiting_for_answer'),
  user_question_resolved: t('pages.happenings.answered'), parent_clarification_resolved: t('pages.happenings.answered_child'), output: t('pages.happenings.said'), completed: t('pages.happenings.completed'),
  failed: t('pages.happenings.failed'), interrupted: t('pages.happenings.interrupted'), cancelled: t('pages.happenings.cancelled'), gate_updated: t('pages.happenings.updated'),
};
const TONES = {
  waiting_for_approval: 'warn', waiting_for_user_question: 'warn', approval_resolved: 'accent', user_question_resolved: 'accent',
  approval_endorsed: 'accent', approval_stale: 'warn', agent_mode_changed: 'warn', effect_uncertain: 'warn', effect_settled: 'accent', completed: 'good', failed: 'bad', interrupted: 'bad', cancelled: 'bad',
};

const EFFECT = { happened: (name) => t('pages.happenings.happened', { name }), not_happened: (name) => t('pages.happenings.not_happened', { name }), unknown: (name) => t('pages.happenings.unknown', { name }) };

export const title = (event) => TITLES[event.type] ?? event.type;
export const toneOf = (event) => TONES[event.type] ?? '';

/** Who did what to which request; the link names the request. */
const SAID = {
  allowed: (values) => t('pages.happenings.said_allowed', values),
  denied: (values) => t('pages.happenings.said_denied', values),
  changes_requested: (values) => t('pages.happenings.said_changes', values),
  asked_back: (values) => t('pages.happenings.said_asked_back', values),
  responded: (values) => t('pages.happenings.said_responded', values),
};
const DETAILS = {
  accepted: ({ run }) => html`${inputWords({ text: run.request.text_preview, title: run.request.title })}${fileList(run.input_attachments, t('pages.common.files_came'))}`,
  queued: ({ run }) => (run.queued_position ? html`<p>${t('pages.happenings.position', { position: run.queued_position })}</p>` : ''),
  waiting_for_approval: ({ requests }) => asked(requests, 'approval', (request) => said(titleWords(request))),
  waiting_for_user_question: ({ requests }) => asked(requests, 'question', (request) => said(titleWords(request))),
  approval_resolved: ({ resolutions, by }) => html`<ul class="pg-plain">${resolutions.map((one) => html`<li>${SAID[outcomeOf(one.behavior)]({ name: said(deciderWords(by)), what: html`<a href=${to.prompt({ kind: 'approval', id: one.request_id ?? '' })}>${t('pages.happenings.asked')}</a>` })}${one.updated_input ? t('pages.happenings.edited') : ''}${one.grant ? t('pages.happenings.remembered') : ''}
    ${one.reason ?? one.response ?? one.justification ? html`<p class="tr-note">${t('pages.common.quote', { text: said(one.reason ?? one.response ?? one.justification) })}</p>` : ''}</li>`)}</ul>`,
  approval_endorsed: ({ by, approvals_required: needed }) => html`<p>${t('pages.happenings.approved', { name: said(deciderWords(by)), needed })}</p>`,
  approval_stale: ({ successor_id: next, changes }) => html`<p>${t('pages.happenings.nothing_ran', { what: changes.map((one) => said(one.path ?? one.url ?? one.name)).flatMap((one, i) => (i ? [', ', one] : [one])) })}
    <a href=${to.prompt({ kind: 'approval', id: next })}>${t('pages.happenings.stale')}</a></p>`,
  permission_rule_applied: ({ tool_name, behavior, rule }) => ruled({ tool: html`<code>${said(tool_name)}</code>`, rule: html`<a href=${to.rule(rule.rule_id)}>${t('pages.happenings.a_rule')}</a>`, name: said(rule.created_by) }, behavior),
  agent_mode_changed: ({ from, to: mode }) => html`<p>${from ? t('pages.happenings.mode_from', { from: html`<code>${said(from)}</code>`, mode: html`<code>${said(mode)}</code>` }) : t('pages.happenings.mode_to', { mode: html`<code>${said(mode)}</code>` })}</p>`,
  effect_settled: ({ resolved, by }) => html`<p>${EFFECT[resolved]?.(said(by)) ?? html`${said(by)}: ${resolved}`}</p>`,
  user_question_resolved: ({ resolution, by }) => html`<p>${resolution.declined ? t('pages.happenings.did_decline', { name: said(by) }) : t('pages.happenings.did_answer', { name: said(by) })}${answers(resolution)}</p>`,
  parent_clarification_resolved: ({ requester_session_id: child, declined }) => html`<p>${toChild(html`<a href=${to.session(child)}>${said(sessionName(child, '', t('pages.happenings.child')))}</a>`, declined)}</p>`,
  output: ({ output }) => html`${output.content ? agentWords(output.content) : ''}${fileList(filesOf(output))}`,
  gate_updated: (event) => html`<p>${changeWords(event)}</p>`,
  failed: ({ error }) => longText(failure(error)),
};

export function details(event) {
  return DETAILS[event.type]?.(event) ?? '';
}

function ruled(values, behavior) {
  return html`<p>${behavior === 'deny' ? t('pages.happenings.rule_denied', values) : t('pages.happenings.rule_allowed', values)}</p>`;
}

function toChild(session, declined) {
  return declined ? t('pages.happenings.declined_to', { session }) : t('pages.happenings.answered_to', { session });
}

function asked(requests, kind, text) {
  return html`<ul class="pg-plain">${requests.map((request) => html`<li><a href=${to.prompt({ kind, id: request.id })}>${text(request)}</a></li>`)}</ul>`;
}

function answers({ answers: given = [], justification }) {
  const texts = given.flatMap((answer) => [...(answer.selected_option_ids ?? []), ...(answer.freeform_answer ? [answer.freeform_answer] : [])]);
  if (texts.length) return html`: ${texts.map((text, i) => html`${i ? ', ' : ''}${said(text)}`)}`;
  return justification ? html`: ${t('pages.common.quote', { text: said(justification) })}` : '';
}

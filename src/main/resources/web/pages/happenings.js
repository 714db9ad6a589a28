// Events of a run in words, one at a time.

import { html } from 'lit';
import { longText } from '../parts/long-text.js';
import { agentWords } from '../parts/markdown.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { to } from '../router.js';
import { fileList } from './files.js';
import { inputWords } from './input-words.js';
import { filesOf, outcomeOf } from './story.js';

const TITLES = {
  accepted: 'Accepted', queued: 'Queued', started: 'Started', waiting_for_approval: 'Waiting for approval', approval_resolved: 'Decided',
  approval_endorsed: 'Approved by one of several', approval_stale: 'Asked again', permission_rule_applied: 'Decided by a rule', agent_mode_changed: 'Agent changed its mode', effect_uncertain: 'A call left no result', effect_settled: 'Said whether it happened', waiting_for_user_question: 'Waiting for an answer',
  user_question_resolved: 'Answered', parent_clarification_resolved: 'Answered its child session', output: 'Said', completed: 'Completed',
  failed: 'Failed', interrupted: 'Interrupted', cancelled: 'Cancelled',
};
const TONES = {
  waiting_for_approval: 'warn', waiting_for_user_question: 'warn', approval_resolved: 'accent', user_question_resolved: 'accent',
  approval_endorsed: 'accent', approval_stale: 'warn', agent_mode_changed: 'warn', effect_uncertain: 'warn', effect_settled: 'accent', completed: 'good', failed: 'bad', interrupted: 'bad', cancelled: 'bad',
};

const EFFECT = { happened: 'it happened', not_happened: 'it did not happen', unknown: 'it is unknown' };

export const title = (event) => TITLES[event.type] ?? event.type;
export const toneOf = (event) => TONES[event.type] ?? '';

const SAID = {
  allowed: 'allowed', denied: 'denied', changes_requested: 'requested changes to', asked_back: 'asked back about',
  responded: 'answered in the tool\'s place for',
};
const DETAILS = {
  accepted: ({ run }) => html`${inputWords({ text: run.request.text_preview, title: run.request.title })}${fileList(run.input_attachments, 'Files that came with it')}`,
  queued: ({ run }) => (run.queued_position ? html`<p>at position ${run.queued_position}</p>` : ''),
  waiting_for_approval: ({ requests }) => asked(requests, 'approval', (request) => said(request.title)),
  waiting_for_user_question: ({ requests }) => asked(requests, 'question', (request) => said(request.title)),
  approval_resolved: ({ resolutions, by }) => html`<ul class="pg-plain">${resolutions.map((one) => html`<li>${said(by)}
    ${SAID[outcomeOf(one.behavior)]} <a href=${to.prompt({ kind: 'approval', id: one.request_id ?? '' })}>what was asked</a>${one.updated_input ? ', with edited input' : ''}${one.grant ? ' and remembered' : ''}
    ${one.reason ?? one.response ?? one.justification ? html`<p class="tr-note">“${said(one.reason ?? one.response ?? one.justification)}”</p>` : ''}</li>`)}</ul>`,
  approval_endorsed: ({ by, approvals_required: needed }) => html`<p>${said(by)} approved; it takes ${needed}</p>`,
  approval_stale: ({ successor_id: next, changes }) => html`<p>Nothing ran: ${changes.map((one) => said(one.path ?? one.url ?? one.name)).flatMap((one, i) => (i ? [', ', one] : [one]))} changed after the approval.
    <a href=${to.prompt({ kind: 'approval', id: next })}>Asked again</a></p>`,
  permission_rule_applied: ({ tool_name, behavior, rule }) => html`<p><code>${said(tool_name)}</code> ${behavior === 'deny' ? 'denied' : 'allowed'} by a
    <a href=${to.rule(rule.rule_id)}>rule</a> of ${said(rule.created_by)}</p>`,
  agent_mode_changed: ({ from, to: mode }) => html`<p>${from ? html`from <code>${said(from)}</code> ` : ''}to <code>${said(mode)}</code></p>`,
  effect_settled: ({ resolved, by }) => html`<p>${said(by)} said: ${EFFECT[resolved] ?? resolved}</p>`,
  user_question_resolved: ({ resolution, by }) => html`<p>${said(by)} ${resolution.declined ? 'declined to answer' : 'answered'}${answers(resolution)}</p>`,
  parent_clarification_resolved: ({ requester_session_id: child, declined }) => html`<p>${declined ? 'declined' : 'answered'}, to
    <a href=${to.session(child)}>${said(sessionName(child, '', 'a session'))}</a></p>`,
  output: ({ output }) => html`${output.content ? agentWords(output.content) : ''}${fileList(filesOf(output))}`,
  failed: ({ error }) => longText(error),
};

export function details(event) {
  return DETAILS[event.type]?.(event) ?? '';
}

function asked(requests, kind, text) {
  return html`<ul class="pg-plain">${requests.map((request) => html`<li><a href=${to.prompt({ kind, id: request.id })}>${text(request)}</a></li>`)}</ul>`;
}

function answers({ answers: given = [], justification }) {
  const texts = given.flatMap((answer) => [...(answer.selected_option_ids ?? []), ...(answer.freeform_answer ? [answer.freeform_answer] : [])]);
  if (texts.length) return html`: ${texts.map((text, i) => html`${i ? ', ' : ''}${said(text)}`)}`;
  return justification ? html`: “${said(justification)}”` : '';
}

// The daemon's words as people read them, and which are good news.

import { t } from '../i18n/i18n.js';

const TONES = {
  running: 'accent', waiting_for_approval: 'warn', waiting_for_user_question: 'warn', queued: '', idle: '',
  completed: 'good', failed: 'bad', interrupted: 'bad', cancelled: '', ended: '',
  pending: 'accent', retrying: 'warn', delivered: 'good', dead_lettered: 'bad',
  active: 'good', expired: '', used_up: '', allow: 'good', deny: 'bad', ask: 'warn',
};
const NAMES = {
  waiting_for_user_question: t('pages.words.waiting_for_answer'), waiting_for_approval: t('pages.words.waiting_for_approval'),
  dead_lettered: t('pages.words.failed'), failed: t('pages.words.failed'), unanswered: t('pages.words.not_decided'),
  pending: t('pages.words.waiting'), queued: t('pages.words.queued'), running: t('pages.words.running'), idle: t('pages.words.idle'),
  completed: t('pages.words.completed'), interrupted: t('pages.words.interrupted'), cancelled: t('pages.words.cancelled'),
  ended: t('pages.words.ended'), retrying: t('pages.words.retrying'), delivered: t('pages.words.delivered'), active: t('pages.words.active'),
  retiring: t('pages.words.retiring'), revoked: t('pages.words.revoked'), expired: t('pages.words.expired'), used_up: t('pages.words.used_up'),
  allowed: t('pages.words.allowed'), denied: t('pages.words.denied'), changes_requested: t('pages.words.changes_requested'),
  asked_back: t('pages.words.asked_back'), responded: t('pages.words.responded'), answered: t('pages.words.answered'),
  declined: t('pages.words.declined'), withdrawn: t('pages.words.withdrawn'), superseded: t('pages.words.superseded'),
  resolved: t('pages.words.resolved'), not_asked: t('pages.words.not_asked'), allowed_by_rule: t('pages.words.allowed_by_rule'),
  denied_by_rule: t('pages.words.denied_by_rule'), ready: t('pages.words.ready'), draining: t('pages.words.draining'), input: t('pages.words.input'),
  scheduled_input: t('pages.words.scheduled_input'), observation_materialization: t('pages.words.observation'),
  scheduled_observation_materialization: t('pages.words.scheduled_observation'), mailbox_delivery: t('pages.words.mailbox'),
  channel_delivery: t('pages.words.channel'), parent_clarification: t('pages.words.clarification'),
  approval_resume: t('pages.words.approval_resume'), user_question_resume: t('pages.words.question_resume'), effect: t('pages.words.effect'),
  permit: t('pages.words.permit'), admin: t('pages.words.admin'), request: t('pages.words.request'), response: t('pages.words.response'),
  success: t('pages.words.success'),
  allow: t('pages.words.allow'), deny: t('pages.words.deny'), ask: t('pages.words.ask'), uncertain: t('pages.words.uncertain'),
  refused: t('pages.words.refused'), error: t('pages.words.error'), ok: t('pages.words.ok'),
  p50: t('pages.words.p50'), p90: t('pages.words.p90'),
};
const FAULTS = {
  'failed:timeout': t('pages.words.timeout'), 'failed:status': t('pages.words.receiver'), 'failed:connect': t('pages.words.connect'),
  'failed:rate_limited': t('pages.words.limited'), 'failed:terminal': t('pages.words.terminal'),
  'failed:blocked': t('pages.words.blocked'),
};
const FAILURES = { approval_expired: t('pages.words.approval_expired'), approval_denied: t('pages.words.approval_denied') };

/** waiting_for_approval → waiting for approval. */
export function words(name) {
  return NAMES[name] ?? String(name ?? '').replaceAll('_', ' ');
}

/** Why a run failed: a code of ours in words, and else what was said. */
export function failure(error) {
  return FAILURES[error] ?? error;
}

/** Why a delivery did not arrive. */
export function fault(code) {
  return FAULTS[code] ?? words(String(code).replace('failed:', ''));
}

export function tone(name) {
  return TONES[name] ?? '';
}

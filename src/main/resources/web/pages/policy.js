// A policy between its form, its view and its words: pure.

import { ofDaemon, t } from '../i18n/i18n.js';

/** Lists of what a policy matches: [member, label in the form, words in a line]. */
export const MATCHES = [
  ['tools', t('pages.policy.tools'), (list) => t('pages.policy.of_tools', { list })],
  ['commands', t('pages.policy.commands'), (list) => t('pages.policy.of_commands', { list })],
  ['sessions', t('pages.policy.sessions'), (list) => t('pages.policy.of_sessions', { list })],
  ['agents', t('pages.policy.agents'), (list) => t('pages.policy.of_agents', { list })],
  ['persona_ids', t('pages.policy.personas'), (list) => t('pages.policy.of_personas', { list })],
];
/** All of a kind, and some of it. */
const KINDS = {
  approval: [t('pages.policy.all_approvals'), t('inbox.chips.approval')],
  question: [t('pages.policy.all_questions'), t('inbox.chips.question')],
  'approval question': [t('pages.policy.all_both'), t('pages.policy_form.both')],
};
const RISKS = { low: t('pages.policy.low'), normal: t('pages.policy.normal'), high: t('pages.policy.high') };
const MINUTE_MS = 60_000;

/** What a policy is for, in one line. */
export function matchWords({ match = {}, tenant_id: tenant }) {
  const lists = MATCHES.filter(([member]) => match[member]?.length).map(([member, , words]) => words(match[member].join(', ')));
  if (match.risks?.length) lists.push(t('pages.policy.declared', { risks: match.risks.map((risk) => RISKS[risk] ?? risk).join(', ') }));
  const kinds = match.kinds?.length ? match.kinds.toSorted().join(' ') : 'approval';
  const [all, some] = KINDS[kinds] ?? KINDS['approval question'];
  const what = lists.length === 0 ? all : some;
  return [tenant ? t('pages.policy.of_tenant', { what, tenant }) : what, ...lists].join(', ');
}

const warningKeys = (...names) => names.map((name) => `daemon.policy.${name}`);
const WARNINGS = warningKeys('stage', 'lacks', 'critical', 'critical_stage', 'veto', 'hidden');
const WANTED = warningKeys('person', 'people');
const THERE = warningKeys('nobody', 'only');
const ACTS = warningKeys('decide', 'sign');

/** What the daemon finds unwise in a policy, in the language of the page. */
export function warningWords(warning) {
  return ofDaemon(warning, WARNINGS, (found) => ({
    ...found,
    ...(found.warning && { warning: warningWords(found.warning) }),
    ...(found.wanted && { wanted: ofDaemon(found.wanted, WANTED), there: ofDaemon(found.there, THERE), act: ofDaemon(found.act, ACTS) }),
  }));
}

/** A stored policy as the body that would replace it by the same. */
export function bodyOf(view) {
  const { name, tenant_id, position, enabled, match, needs, veto, requester_may_approve, distinct, signature_required, risk, editable, hours, remind_unseen_ms, note, version } = view;
  return defined({ name, tenant_id, position, enabled, match, needs, veto, requester_may_approve, distinct, signature_required, risk, editable, hours, remind_unseen_ms, note, expected_version: version });
}

/** What somebody has put into the form, as a body without name and place. */
export function ofForm(data) {
  const text = (name) => data.get(name)?.trim() || undefined;
  const lines = (name) => list(data.get(name));
  const kinds = text('kinds');
  const asks = kinds?.includes('question');
  const zone = text('time_zone');
  const open = lines('open');
  const minutes = text('remind_minutes');
  return defined({
    tenant_id: text('tenant_id'),
    match: defined({
      kinds: kinds ? kinds.split(' ') : undefined,
      ...Object.fromEntries(MATCHES.map(([member]) => [member, lines(member)])),
      risks: text('risks') ? [text('risks')] : undefined,
    }),
    needs: data.get('needs'),
    veto: asks ? undefined : text('veto'),
    requester_may_approve: data.has('requester_may_approve'),
    distinct: data.has('distinct'),
    signature_required: asks ? undefined : data.has('signature_required'),
    risk: text('risk'),
    editable: data.has('nothing_editable') ? [] : lines('editable'),
    hours: zone || open ? { time_zone: zone ?? '', open: open ?? [] } : undefined,
    remind_unseen_ms: minutes ? Math.round(Number(minutes) * MINUTE_MS) : undefined,
    note: text('note'),
  });
}

/** The other way: what stands in the form for a stored policy. */
export function formOf(view) {
  const { match = {}, hours } = view ?? {};
  const joined = (all) => (all ?? []).join('\n');
  return {
    name: view?.name ?? '',
    needs: view?.needs ?? '',
    tenant_id: view?.tenant_id ?? '',
    kinds: (match.kinds ?? []).join(' '),
    risks: (match.risks ?? [])[0] ?? '',
    ...Object.fromEntries(MATCHES.map(([member]) => [member, joined(match[member])])),
    veto: !view?.veto || view.veto === 'anyone' ? '' : view.veto,
    requester_may_approve: view?.requester_may_approve ?? false,
    distinct: view?.distinct ?? true,
    signature_required: view?.signature_required ?? false,
    risk: view?.risk ?? 'normal',
    editable: joined(view?.editable),
    nothing_editable: view?.editable?.length === 0,
    time_zone: hours?.time_zone ?? '',
    open: joined(hours?.open),
    remind_minutes: view?.remind_unseen_ms ? String(view.remind_unseen_ms / MINUTE_MS) : '',
    note: view?.note ?? '',
    enabled: view?.enabled ?? true,
  };
}

/**
 * Where an expression is wrong: {before, at, after, message}, `at` the letter that is meant, or a space behind the
 * end; undefined where the message names no place.
 */
export function fault(expression, message) {
  const place = Number(/^at character (\d+):/.exec(message ?? '')?.[1]);
  if (!place) return undefined;
  // Counted as people count, by code points.
  const letters = [...expression];
  return { before: letters.slice(0, place - 1).join(''), at: letters[place - 1] ?? ' ', after: letters.slice(place).join(''), message };
}

function list(text) {
  const all = (text ?? '').split('\n').map((line) => line.trim()).filter(Boolean);
  return all.length > 0 ? all : undefined;
}

function defined(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}

// Conversation, as a story: made of what happened to runs, each call and question told once, with
// what became of it.

import { titleWords } from '../format/words.js';

/** Events in the order in which they happened; ids are decimal numbers that a double may not hold. */
export function ordered(entries) {
  return [...entries].sort((a, b) => a.event_id.length - b.event_id.length || (a.event_id < b.event_id ? -1 : a.event_id > b.event_id ? 1 : 0));
}

/**
 * @param entries RunEventEntry, the oldest first
 * @return [{key, kind: 'input' | 'said' | 'call' | 'question' | 'mode' | 'ended', atMs, runId, …}]
 */
export function story(entries) {
  const items = [];
  const open = new Map();
  for (const entry of entries) {
    const { event } = entry;
    const place = { key: entry.event_id, atMs: entry.timestamp_ms, runId: entry.run_id };
    const add = (item) => items.push({ ...place, ...item });
    switch (event.type) {
      case 'accepted':
        add({ kind: 'input', by: event.run.request.actor_id, origin: event.run.origin_kind, text: event.run.request.text_preview, title: event.run.request.title, files: event.run.input_attachments });
        break;
      case 'output':
        if (!repeats(open, entry)) add({ kind: 'said', text: event.output.content, files: filesOf(event.output), source: event.output.source_kind });
        break;
      case 'waiting_for_approval':
        for (const request of event.requests) ask(open, items, place, request, call(request));
        break;
      case 'waiting_for_user_question':
        for (const request of event.requests) ask(open, items, place, request, { kind: 'question', questions: request.questions });
        break;
      case 'approval_resolved':
        for (const sent of event.resolutions) settle(open, sent.request_id, decided(sent), event.by);
        break;
      case 'user_question_resolved':
        settle(open, event.resolution.request_id, answered(event.resolution), event.by);
        break;
      case 'parent_clarification_resolved':
        settle(open, event.request_id, answered({ ...event.resolution, declined: event.declined }));
        break;
      case 'permission_rule_applied':
        if (open.has(event.request_id)) settle(open, event.request_id, ruled(event), event.rule.created_by);
        else add({ kind: 'call', tool: event.tool_name, command: event.rule.command, callId: event.tool_call_id, by: event.rule.created_by, ...ruled(event) });
        break;
      case 'agent_mode_changed':
        add({ kind: 'mode', from: event.from, to: event.to });
        break;
      case 'failed':
        add({ kind: 'ended', state: 'failed', text: event.error });
        unanswered(open, entry.run_id);
        break;
      case 'cancelled':
      case 'interrupted':
        add({ kind: 'ended', state: event.type });
        unanswered(open, entry.run_id);
        break;
      case 'completed':
        unanswered(open, entry.run_id);
        break;
      default: // accepted is told, and where a run stands is not said
    }
  }
  return items;
}

/** The part of a story up to the end of one run, or all of it. */
export function upTo(items, runId) {
  if (!runId) return items;
  const last = items.findLastIndex((item) => item.runId === runId);
  return last < 0 ? items : items.slice(0, last + 1);
}

const ENDS = new Set(['completed', 'failed', 'interrupted', 'cancelled']);

/** Runs that have not come to their end. */
export function unfinished(entries) {
  const runs = new Set();
  for (const { run_id, event } of entries) {
    if (ENDS.has(event.type)) runs.delete(run_id);
    else runs.add(run_id);
  }
  return [...runs];
}

/** Files that an output carries, each once. */
export function filesOf(output) {
  const inside = (output.parts ?? []).filter((part) => part.type === 'attachment').map((part) => part.attachment);
  const all = [...inside, ...(output.artifacts ?? [])];
  return all.filter((file, i) => all.findIndex((other) => other.id === file.id) === i);
}

function call(request) {
  return { kind: 'call', title: titleWords(request), what: request.kind, why: request.why, tool: request.tool_name, input: request.input, callId: request.tool_call_id };
}

/** A run that waits again names what still waits: it was told before. */
function ask(open, items, place, request, item) {
  if (open.has(request.id)) return;
  const told = { ...place, key: `${place.key}:${request.id}`, requestId: request.id, state: 'pending', ...item };
  open.set(request.id, told);
  items.push(told);
}

/** A rule is told with the name of who made it; that its id decided is not told over it. */
function settle(open, requestId, outcome, by) {
  const item = open.get(requestId);
  if (item) Object.assign(item, outcome, by && !(item.rule && by.startsWith('rule:')) ? { by } : {});
}

/**
 * What a program outside gets as the answer to its request is the decision, which is told already. Only the daemon
 * answers: what an agent says is shown, whatever it looks like.
 */
function repeats(open, { run_id: runId, event: { output } }) {
  if (output.source_kind !== 'daemon_emit_output') return false;
  return open.get(/^\{"request_id":\s*"(\w+)"/.exec(output.content)?.[1])?.runId === runId;
}

function unanswered(open, runId) {
  for (const item of open.values()) if (item.runId === runId && item.state === 'pending') item.state = 'unanswered';
}

const DECIDED = { allow: 'allowed', request_changes: 'changes_requested', ask_back: 'asked_back', respond: 'responded' };

/** The outcome of a decision as it was sent. */
export function outcomeOf(behavior) {
  return DECIDED[behavior] ?? 'denied';
}

function decided({ behavior, reason, response, justification, updated_input }) {
  return {
    state: outcomeOf(behavior),
    note: reason ?? response ?? justification,
    ...(updated_input ? { input: updated_input, edited: true } : {}),
  };
}

function ruled({ behavior, rule }) {
  return { state: behavior === 'deny' ? 'denied' : 'allowed', rule: rule.rule_id };
}

function answered({ declined, answers, justification }) {
  return { state: declined ? 'declined' : 'answered', answers: answers ?? [], note: justification };
}

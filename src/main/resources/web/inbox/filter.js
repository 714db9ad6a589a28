// Which prompts are shown: pure, and quick enough for thousands at every letter.

import { claimOf, isSeen, snoozedUntil } from '../state/triage.js';

/** `members` are those of the group; the tab is no filter: it stays when filters are cleared. */
export const NO_FILTER = Object.freeze({ kind: '', agent: '', session: '', soon: false, text: '', group: '', unclaimed: false, unseen: false, snoozed: false });
export const SOON_MS = 10 * 60_000;
const LONGEST = 50_000;
/** What is searched in a prompt, made once: a changed prompt is another object. */
const texts = new WeakMap();

export function isFiltering(filter) {
  return Object.keys(NO_FILTER).some((name) => filter[name] !== NO_FILTER[name]);
}

/** A test of prompts. */
export function matching(filter, nowMs) {
  const words = filter.text.toLowerCase().split(/\s+/u).filter(Boolean);
  return (prompt) =>
    (!filter.kind || prompt.kind === filter.kind) &&
    (!filter.agent || prompt.agentId === filter.agent) &&
    (!filter.session || prompt.sessionId === filter.session) &&
    (!filter.soon || (prompt.expiresAtMs !== undefined && prompt.expiresAtMs - nowMs < SOON_MS)) &&
    (!filter.group || (!prompt.settled && isForAny(filter.members, prompt))) &&
    (!filter.unclaimed || !claimOf(prompt, nowMs)) &&
    (!filter.unseen || !isSeen(prompt)) &&
    (!filter.snoozed || Boolean(snoozedUntil(prompt, nowMs))) &&
    (words.length === 0 || hasAll(searched(prompt), words));
}

/** Whether it waits for one of these people. Of many who are missing only the first are named. */
function isForAny(names, { row, request }) {
  const { standing } = row?.request ?? request;
  if (!standing) return names.length > 0;
  return standing.missing.flat().some(({ people, more }) => more > 0 || people.some((name) => names.includes(name)));
}

function hasAll(text, words) {
  return words.every((word) => text.includes(word));
}

function searched(prompt) {
  let text = texts.get(prompt.request);
  if (text === undefined) {
    text = wordsOf(prompt).join('\n').slice(0, LONGEST).toLowerCase();
    texts.set(prompt.request, text);
  }
  return `${text}\n${prompt.sessionId}\n${prompt.agentId ?? ''}`.toLowerCase();
}

function wordsOf({ kind, request }) {
  const found = kind === 'approval' ? [request.tool_name, request.reason ?? ''] : [];
  collect(kind === 'approval' ? request.input : request.questions, found);
  return found;
}

/** Texts as they are written: in JSON a quote or a line break would look otherwise. */
function collect(value, found) {
  if (typeof value === 'string' || typeof value === 'number') found.push(String(value));
  else if (Array.isArray(value)) value.forEach((one) => collect(one, found));
  else if (value && typeof value === 'object') {
    for (const [name, one] of Object.entries(value)) {
      found.push(name);
      collect(one, found);
    }
  }
}

/** Agents and sessions that there are to choose from, with how many of each: [[name, count]], by name. */
export function choices(prompts, member, most = 300) {
  const counts = new Map();
  for (const prompt of prompts) {
    const name = prompt[member];
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, most);
}

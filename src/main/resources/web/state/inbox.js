// Everything that waits for somebody, across sessions. First the stream, then the lists, and what is settled
// stays settled: so nothing is missed between the two, and nothing comes twice.

import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';

const PAGE = 200;

/**
 * One prompt: {key, kind: 'approval' | 'question', id, sessionId, runId, agentId?, createdAtMs, expiresAtMs?,
 * request, row?, settled?: {by?, behavior, atMs}}. `row` is what GET gives of it, once somebody has asked.
 */
class Inbox extends EventTarget {
  loaded = false;
  problem = null;
  #prompts = new Map();
  #order = null;
  #told = false;
  #reading = null;

  start() {
    live.addEventListener('frame', ({ detail }) => this.#heard(detail.type, detail.data));
    live.addEventListener('resync', () => this.reload());
  }

  /** Oldest first; what was settled while the page was open stays in its place until it is cleared. */
  get prompts() {
    this.#order ??= [...this.#prompts.values()].sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
    return this.#order;
  }

  get pending() {
    return this.prompts.filter((prompt) => !prompt.settled);
  }

  get(kind, id) {
    return this.#prompts.get(`${kind}:${id}`);
  }

  /** Takes settled prompts out; those that are kept, by their keys, stay. */
  clear(kept = new Set()) {
    for (const prompt of this.prompts) {
      if (prompt.settled && !kept.has(prompt.key)) this.#prompts.delete(prompt.key);
    }
    this.#changed();
  }

  forget() {
    this.#prompts.clear();
    this.loaded = false;
    this.#changed();
  }

  /** All that waits, read anew. Rows come in as their pages do. */
  reload() {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    return this.#read(reading.signal).then(
      () => {
        this.loaded = true;
        this.problem = null;
        this.#changed();
      },
      (problem) => {
        if (reading.signal.aborted) return;
        this.problem = problem;
        this.#changed();
      },
    );
  }

  async #read(signal) {
    const before = this.pending;
    const seen = new Set();
    await Promise.all([
      this.#pages('approval', '/v1/approvals', { status: 'pending' }, seen, signal),
      this.#pages('question', '/v1/questions', {}, seen, signal),
    ]);
    // What waited and is not there any more was settled while nobody listened: by whom, it tells itself.
    await Promise.all(before.filter((prompt) => !prompt.settled && !seen.has(prompt.key)).map((prompt) => this.refresh(prompt)));
  }

  async #pages(kind, path, query, seen, signal) {
    let cursor;
    do {
      const page = await api.page(path, { ...query, limit: PAGE, cursor }, { signal });
      for (const row of page.items) {
        seen.add(`${kind}:${row.request.id}`);
        this.#take(kind, row);
      }
      cursor = page.next;
      this.#changed();
    } while (cursor);
  }

  /** The whole row of a prompt: who asks, and what may be done about it now. */
  async refresh(prompt) {
    const row = await api.get(`/v1/${prompt.kind}s/${segment(prompt.id)}`);
    this.#take(prompt.kind, row);
    this.#changed();
    return this.get(prompt.kind, prompt.id);
  }

  /** As refresh, for one that may not be known here at all. */
  find(kind, id) {
    return this.refresh({ kind, id });
  }

  #take(kind, row) {
    const status = row.status ?? 'pending';
    this.#put(kind, row.request, {
      sessionId: row.session_id,
      runId: row.run_id,
      agentId: row.agent_id,
      row,
      ...(status === 'pending' ? {} : { settled: settlement(status, row.resolution) }),
    });
  }

  #put(kind, request, more) {
    const key = `${kind}:${request.id}`;
    const known = this.#prompts.get(key);
    this.#prompts.set(key, {
      key,
      kind,
      id: request.id,
      createdAtMs: request.created_at_ms,
      expiresAtMs: request.expires_at_ms ?? undefined,
      request,
      ...known,
      ...more,
      // What has been settled stays so, whatever an older list says.
      settled: known?.settled && more.settled ? { ...known.settled, ...more.settled } : (known?.settled ?? more.settled),
    });
  }

  #heard(type, data) {
    switch (type) {
      case 'approval_requested':
        return this.#asked('approval', data.approval, data);
      case 'question_requested':
        return this.#asked('question', data.question, data);
      case 'approval_resolved':
        return this.#settled('approval', data.approval_id, data);
      case 'question_resolved':
        return this.#settled('question', data.question_id, data);
      default:
    }
  }

  #asked(kind, request, { run_id, session_id }) {
    const isNew = !this.get(kind, request.id);
    this.#put(kind, request, { sessionId: session_id, runId: run_id });
    this.#changed();
    if (isNew) this.dispatchEvent(new CustomEvent('asked', { detail: this.get(kind, request.id) }));
  }

  #settled(kind, id, data) {
    const prompt = this.get(kind, id);
    if (!prompt) return;
    const settled = settlement(data.status, { by: data.by, at_ms: Date.now(), behavior: behavior(data.resolution) });
    this.#prompts.set(prompt.key, { ...prompt, settled: { ...settled, ...prompt.settled } });
    this.#changed();
    this.dispatchEvent(new CustomEvent('settled', { detail: this.get(kind, id) }));
  }

  /** Many frames, one rendering. */
  #changed() {
    this.#order = null;
    if (this.#told) return;
    this.#told = true;
    queueMicrotask(() => {
      this.#told = false;
      this.dispatchEvent(new Event('change'));
    });
  }
}

/** How it ended: allow, deny, answered, declined, cancelled, expired, withdrawn; who and when, where that is known. */
function settlement(status, resolution) {
  return { by: resolution?.by, behavior: resolution?.behavior ?? status, atMs: resolution?.at_ms ?? Date.now() };
}

/** Of a resolution as it was sent. */
function behavior(resolution) {
  if (!resolution) return undefined;
  return resolution.behavior ?? (resolution.declined ? 'declined' : 'answered');
}

export const inbox = new Inbox();

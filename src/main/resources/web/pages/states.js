// The life of a run as a small picture: where it has been, and where it is.

import { html, svg } from 'lit';
import { words } from './words.js';

const STATE_OF = {
  accepted: 'queued', queued: 'queued', started: 'running', approval_resolved: 'running', user_question_resolved: 'running',
  waiting_for_approval: 'waiting_for_approval', waiting_for_user_question: 'waiting_for_user_question',
  completed: 'completed', failed: 'failed', interrupted: 'interrupted', cancelled: 'cancelled',
};
const ENDS = ['completed', 'failed', 'interrupted', 'cancelled'];
const WAITS = new Set(['waiting_for_approval', 'waiting_for_user_question']);

/** The states in their order, each as often as it was entered; the last is the one that it is in. */
export function path(entries, status) {
  const states = [];
  for (const { event } of entries) {
    const state = event.run?.status ?? STATE_OF[event.type];
    if (state && states.at(-1) !== state) states.push(state);
  }
  if (status && states.at(-1) !== status) states.push(status);
  return states;
}

export function diagram(entries, status) {
  const states = path(entries, status);
  const been = new Set(states.map(place));
  const now = place(status);
  const kind = (state) => `st-box ${state === now ? 'st-now' : been.has(state) ? 'st-been' : ''}`;
  const box = (state, x, y, label = words(state)) => svg`<g class=${kind(state)}>
    <rect x=${x} y=${y} width="112" height="34" rx="8"></rect>
    <text x=${x + 56} y=${y + 22} text-anchor="middle">${label}</text></g>`;
  const way = (d, from, to) => svg`<path class=${been.has(from) && been.has(to) ? 'st-way st-gone' : 'st-way'} d=${d} marker-end="url(#st-tip)"></path>`;
  const text = states.map(words).join(', then ');
  return html`<figure class="st">
    <svg viewBox="-2 -2 482 160" role="img" aria-label="States of the run: ${text}. It is ${words(status)}${ENDS.includes(status) ? '' : ' now'}.">
      <defs><marker id="st-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="st-tip" d="M0 0 8 4 0 8z"></path></marker></defs>
      ${way('M112 37h40', 'queued', 'running')} ${way('M198 54v46', 'running', 'waiting')} ${way('M226 100v-46', 'waiting', 'running')}
      ${ENDS.map((end, i) => way(`M268 37C320 37 300 ${17 + i * 40} 360 ${17 + i * 40}`, 'running', end))}
      ${box('queued', 0, 20)} ${box('running', 156, 20)}
      ${box('waiting', 156, 102, { waiting_for_approval: 'waits: approval', waiting_for_user_question: 'waits: answer' }[status] ?? 'waiting')}
      ${ENDS.map((end, i) => box(end, 364, i * 40))}
    </svg>
    <figcaption class="faint" aria-hidden="true">${states.map(words).join(' → ')}</figcaption>
  </figure>`;
}

const place = (state) => (WAITS.has(state) ? 'waiting' : state);

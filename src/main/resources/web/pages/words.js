// The daemon's words as people read them, and which are good news.

const TONES = {
  running: 'accent', waiting_for_approval: 'warn', waiting_for_user_question: 'warn', queued: '', idle: '',
  completed: 'good', failed: 'bad', interrupted: 'bad', cancelled: '', ended: '',
  pending: 'accent', retrying: 'warn', delivered: 'good', dead_lettered: 'bad',
  active: 'good', expired: '', used_up: '', allow: 'good', deny: 'bad', ask: 'warn',
};
const NAMES = {
  waiting_for_user_question: 'waiting for an answer', waiting_for_approval: 'waiting for approval', dead_lettered: 'dead letter',
  unanswered: 'not decided', pending: 'waiting',
};

/** waiting_for_approval → waiting for approval. */
export function words(name) {
  return NAMES[name] ?? String(name ?? '').replaceAll('_', ' ');
}

export function tone(name) {
  return TONES[name] ?? '';
}

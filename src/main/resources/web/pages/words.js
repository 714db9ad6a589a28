// The daemon's words as people read them, and which are good news.

const TONES = {
  running: 'accent', waiting_for_approval: 'warn', waiting_for_user_question: 'warn', queued: '', idle: '',
  completed: 'good', failed: 'bad', interrupted: 'bad', cancelled: '', ended: '',
  pending: 'accent', retrying: 'warn', delivered: 'good', dead_lettered: 'bad',
  active: 'good', expired: '', used_up: '', allow: 'good', deny: 'bad', ask: 'warn',
};
const NAMES = {
  waiting_for_user_question: 'waiting for an answer', waiting_for_approval: 'waiting for approval', dead_lettered: 'failed',
  unanswered: 'not decided', pending: 'waiting',
};
const FAULTS = {
  'failed:timeout': 'No answer in time', 'failed:status': 'The receiver refused it', 'failed:connect': 'Could not connect',
  'failed:rate_limited': 'The receiver takes no more for now', 'failed:terminal': 'There is no such connector or address',
  'failed:blocked': 'Not allowed to go there',
};

/** waiting_for_approval → waiting for approval. */
export function words(name) {
  return NAMES[name] ?? String(name ?? '').replaceAll('_', ' ');
}

/** Why a delivery did not arrive. */
export function fault(code) {
  return FAULTS[code] ?? words(String(code).replace('failed:', ''));
}

export function tone(name) {
  return TONES[name] ?? '';
}

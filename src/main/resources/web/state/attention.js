// Calls for somebody who looks elsewhere: the count in the title and on the icon, a notification, a sound.

import { inbox } from './inbox.js';
import { settings } from './settings.js';
import { me } from './me.js';
import { router, to } from '../router.js';
import { headline } from './headline.js';

const QUIET_MS = 1_500;
let lastRungMs = 0;

export function startAttention() {
  inbox.addEventListener('change', count);
  me.addEventListener('change', count);
  inbox.addEventListener('asked', ({ detail }) => asked(detail));
}

/** Asks the browser, which asks the person; says whether it may. */
export async function allowNotifications() {
  return 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
}

function count() {
  const waiting = me.caller ? inbox.pending.length : 0;
  document.title = waiting === 0 ? 'Holdpoint' : `(${waiting}) Holdpoint`;
  if (waiting === 0) navigator.clearAppBadge?.().catch(() => {});
  else navigator.setAppBadge?.(waiting).catch(() => {});
}

function asked(prompt) {
  if (settings.get('sound')) ring();
  if (settings.get('notify') && document.hidden && globalThis.Notification?.permission === 'granted') notify(prompt);
}

function notify(prompt) {
  // One a prompt, whichever tab is first: the tag is the prompt's own.
  const shown = new Notification(prompt.kind === 'approval' ? 'Waits for your approval' : 'Has a question', {
    body: headline(prompt),
    tag: prompt.key,
  });
  shown.onclick = () => {
    focus();
    router.go(to.prompt(prompt));
    shown.close();
  };
}

/** Two short tones, made here: there is no file to fetch. A flood rings once. */
function ring() {
  const now = Date.now();
  if (now - lastRungMs < QUIET_MS || !globalThis.AudioContext) return;
  lastRungMs = now;
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0.06;
  gain.connect(context.destination);
  for (const [at, pitch] of [[0, 660], [0.14, 880]]) {
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(gain);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.11);
  }
  setTimeout(() => context.close(), 600);
}

// Calls for somebody who looks elsewhere: the count on the icon of the app, a notification, a sound.

import { inbox } from './inbox.js';
import { settings } from './settings.js';
import { me } from './me.js';
import { router, to } from '../router.js';
import { plain } from '../format/text.js';
import { titleOf } from './prompt.js';
import { t } from '../i18n/i18n.js';

const QUIET_MS = 1_500;
const VISIBLE_FIRST_MS = 150;
const RUNG = 'holdpoint.rung';
const RUNG_KEPT = 50;

export function startAttention() {
  inbox.addEventListener('change', count);
  me.addEventListener('change', count);
  inbox.addEventListener('asked', ({ detail }) => asked(detail));
}

/**
 * Asks the browser, which asks the person, and shows a first one: some browsers, those of phones above all, have the
 * permission and cannot do it. Says 'yes', 'refused' or 'cannot'.
 */
export async function allowNotifications() {
  if (!('Notification' in globalThis)) return 'cannot';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  return shown(t('state.attention.on'), { tag: 'holdpoint', silent: true }) ? 'yes' : 'cannot';
}

function shown(title, options) {
  try {
    return new Notification(title, options);
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;
    return null;
  }
}

function count() {
  const waiting = me.caller ? inbox.waiting : 0;
  if (waiting === 0) navigator.clearAppBadge?.().catch(() => {});
  else navigator.setAppBadge?.(waiting).catch(() => {});
}

function asked(prompt) {
  // A tab that is seen comes first; those that are not wait for it.
  if (settings.get('sound')) setTimeout(() => isFirst(prompt.key) && ring(), document.hidden ? VISIBLE_FIRST_MS : 0);
  if (settings.get('notify') && document.hidden && globalThis.Notification?.permission === 'granted') notify(prompt);
}

function notify(prompt) {
  // One a prompt, whichever tab is first: the tag is the prompt's own.
  const note = shown(prompt.kind === 'approval' ? t('state.attention.approval') : t('state.attention.question'), {
    body: plain(titleOf(prompt)),
    tag: prompt.key,
  });
  if (!note) return settings.set('notify', false);
  note.onclick = () => {
    focus();
    router.go(to.prompt(prompt));
    note.close();
  };
}

/** Whether no other tab has rung for it, and none just now: several tabs ring once, and so does a flood. */
function isFirst(key) {
  const now = Date.now();
  try {
    const { keys = [], atMs = 0 } = JSON.parse(localStorage.getItem(RUNG)) ?? {};
    if (keys.includes(key)) return false;
    const quiet = now - atMs < QUIET_MS;
    localStorage.setItem(RUNG, JSON.stringify({ keys: [...keys.slice(1 - RUNG_KEPT), key], atMs: quiet ? atMs : now }));
    return !quiet;
  } catch {
    return true; // where nothing can be kept, each tab rings
  }
}

/** Two short tones, made here: there is no file to fetch. */
function ring() {
  if (!globalThis.AudioContext) return;
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

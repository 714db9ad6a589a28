// Says that somebody has looked: when a card was open in a focused window for a second. Deadlines of policies count
// on it, so a tab in the background, a glance on the way to another card and a person who cannot decide say nothing.

import { router } from '../router.js';
import { inbox } from './inbox.js';
import { me } from './me.js';
import { triage } from './triage.js';

const LOOK_MS = 1_000;
const AGAIN_MS = 60_000;

/** When a look was told of last, by sign-in and prompt. */
const told = new Map();
let looking;
let timer = 0;

export function startLooks() {
  const moments = [[router, 'change'], [inbox, 'change'], [me, 'change'], [window, 'focus'], [window, 'blur'], [document, 'visibilitychange']];
  for (const [target, type] of moments) target.addEventListener(type, look);
  look();
}

/** The prompt that somebody who decides has before their eyes; undefined if there is none. */
function open() {
  if (!me.decides || document.hidden || !document.hasFocus()) return undefined;
  const { view, params } = router.place;
  const prompt = view === 'inbox' && params.id ? inbox.get(params.kind, params.id) : undefined;
  return prompt?.settled ? undefined : prompt;
}

function look() {
  const prompt = open();
  if (prompt?.key === looking) return;
  looking = prompt?.key;
  clearTimeout(timer);
  if (prompt) timer = setTimeout(() => tell(prompt.key), LOOK_MS);
}

function tell(key) {
  const prompt = open();
  if (prompt?.key !== key) return;
  const name = `${me.who} ${key}`;
  const mine = prompt.triage?.seen.find(({ by }) => by === me.caller.name)?.last_at_ms ?? 0;
  if (Date.now() - Math.max(mine, told.get(name) ?? 0) < AGAIN_MS) return;
  told.set(name, Date.now());
  // Nobody asked for it, so nobody hears if it fails; the next look is told of again.
  triage(prompt, { action: 'seen' }).catch(() => told.delete(name));
}

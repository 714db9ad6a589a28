// What somebody has typed and not sent: kept in this browser, over a reload and over looking at something else.

import { me } from './me.js';

const PREFIX = 'holdpoint.draft.';
const KEPT = 50;
const LONGEST = 200_000;

export const drafts = {
  /** What was kept under this key by whoever looks now; undefined if nothing was. */
  get(key) {
    return read(name(key))?.value;
  },

  set(key, value) {
    const text = JSON.stringify({ atMs: Date.now(), value });
    if (text.length > LONGEST) return;
    try {
      localStorage.setItem(name(key), text);
      trim();
    } catch {
      // No room, or none is given: then it holds until the page is closed.
    }
  },

  delete(key) {
    try {
      localStorage.removeItem(name(key));
    } catch {
      // Nothing was kept, then.
    }
  },
};

/** Whoever signs out leaves nothing behind. A session that ends by itself is no such wish: what was typed is kept. */
me.addEventListener('signed-out', ({ detail }) => {
  try {
    all().filter((item) => item.startsWith(name('', detail))).forEach((item) => localStorage.removeItem(item));
  } catch {
    // Nothing was kept, then.
  }
});

/** A draft is for those who wrote it: another who signs in at this browser does not find it. */
function name(key, writer = me.caller) {
  return `${PREFIX}${writer?.principal_id ?? ''}.${key}`;
}

function all() {
  return Object.keys(localStorage).filter((item) => item.startsWith(PREFIX));
}

function read(item) {
  try {
    return JSON.parse(localStorage.getItem(item)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The oldest go, so that what nobody comes back to does not fill the browser. */
function trim() {
  const kept = all();
  if (kept.length <= KEPT) return;
  const age = new Map(kept.map((item) => [item, read(item)?.atMs ?? 0]));
  kept.sort((a, b) => age.get(a) - age.get(b));
  kept.slice(0, kept.length - KEPT).forEach((item) => localStorage.removeItem(item));
}

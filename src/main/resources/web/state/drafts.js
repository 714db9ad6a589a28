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

/** A draft is for those who wrote it: another who signs in at this browser does not find it. */
function name(key) {
  return `${PREFIX}${me.caller?.principal_id ?? ''}.${key}`;
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
  const all = Object.keys(localStorage).filter((item) => item.startsWith(PREFIX));
  if (all.length <= KEPT) return;
  const age = new Map(all.map((item) => [item, read(item)?.atMs ?? 0]));
  all.sort((a, b) => age.get(a) - age.get(b));
  all.slice(0, all.length - KEPT).forEach((item) => localStorage.removeItem(item));
}

// What of a request has been on the screen. Nobody allows what was not: each part that would run is measured against
// what clips it, whenever something scrolls, folds or changes its size.

import { me } from '../state/me.js';

const PARTS = ['input', 'difference', 'items', 'preconditions'].map((of) => `[data-rendered="${of}"]`).join() + ',[data-read]';
const ROUNDING_PX = 2;
/** So much of what was seen stays in sight when it scrolls on. */
const CONTEXT_PX = 28;
const MOST_KEPT = 500;
/** What scrolled to the last line does not allow it too: a second press in so short a time was meant for the line. */
const PAUSE_MS = 400;

/** Elements that draw parts of a request. */
const DRAWING = 'hp-command, hp-diff, hp-json, hp-file-change';

/**
 * What was seen, by person, request, digest and revision: {isRead, parts}, with the parts of each element that shows it
 * by its name: true for one that was seen whole, else {height, spans: [[from, to]]}.
 */
const kept = new Map();

function seenOf({ id, digest, revision }) {
  const name = `${me.caller?.principal_id} ${id} ${digest} ${revision}`;
  if (!kept.has(name)) {
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
    kept.set(name, { isRead: false, parts: {} });
  }
  return kept.get(name);
}

export const isRead = (request) => seenOf(request).isRead;

/** A Lit controller: `new Reading(this, () => request)` watches what its element shows of the request, null for none. */
export class Reading {
  /** Whether it was measured, and whether there was more of it than fitted. */
  isKnown = false;
  isLong = false;
  #host;
  #request;
  #seen = null;
  #frame = 0;
  /** Runs for a moment after the last of what was long has come into sight. */
  #pause = 0;
  #ending;
  #sizes;

  constructor(host, request) {
    this.#host = host;
    this.#request = request;
    host.addController(this);
  }

  get isRead() {
    return Boolean(this.#seen?.isRead);
  }

  /** Whether it is read, and not only just. */
  get isReady() {
    return this.isRead && !this.#pause;
  }

  hostConnected() {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const look = () => this.#look();
    for (const type of ['scroll', 'toggle', 'close']) document.addEventListener(type, look, { capture: true, passive: true, signal });
    addEventListener('resize', look, { signal });
    for (const type of ['resize', 'scroll']) visualViewport?.addEventListener(type, look, { signal });
    this.#sizes = new ResizeObserver(look);
    signal.addEventListener('abort', () => this.#sizes.disconnect());
  }

  hostDisconnected() {
    this.#ending.abort();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#goOn();
  }

  #goOn() {
    clearTimeout(this.#pause);
    this.#pause = 0;
  }

  #wait() {
    this.#goOn();
    this.#pause = setTimeout(() => {
      this.#pause = 0;
      this.#host.requestUpdate();
    }, PAUSE_MS);
  }

  hostUpdated() {
    const request = this.#request();
    const seen = request ? seenOf(request) : null;
    if (seen !== this.#seen) {
      this.#seen = seen;
      if (this.#pause) {
        this.#goOn();
        this.#host.requestUpdate();
      }
      this.isKnown = false;
      this.isLong = false;
    }
    if (this.#host.firstElementChild) this.#sizes.observe(this.#host.firstElementChild);
    this.#look();
  }

  /** What is drawn is on the screen with the next frame, and in a tab in the background never. */
  #look() {
    if (!this.#seen || this.#frame || (this.isKnown && this.isRead)) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#measure();
    });
  }

  #measure() {
    const seen = this.#seen;
    if (!seen || isCovered(this.#host)) return;
    const wasRead = seen.isRead;
    const wasKnown = this.isKnown;
    if ([...this.#host.querySelectorAll(DRAWING)].some((element) => element.isUpdatePending || element.isLoading)) {
      this.#look();
      return;
    }
    const parts = this.#parts();
    if (parts.length === 0) return;
    const known = this.#known(parts);
    const clips = clipsWithin(this.#host);
    parts.forEach((part, i) => {
      if (known[i] !== true && part.checkVisibility()) known[i] = looked(known[i], placeOf(part, clips));
    });
    seen.isRead ||= known.every((one) => one === true);
    if (this.isLong && !wasRead && seen.isRead) this.#wait();
    this.isKnown = true;
    this.isLong ||= !seen.isRead;
    if (!wasKnown || wasRead !== seen.isRead) this.#host.requestUpdate();
  }

  #parts() {
    return [...this.#host.querySelectorAll(PARTS)];
  }

  /** What was seen of each of these parts. */
  #known(parts) {
    const all = this.#seen.parts;
    const name = this.#host.localName;
    if (all[name]?.length !== parts.length) all[name] = parts.map(() => null);
    return all[name];
  }

  /** Shows the next of what was not seen yet, and opens what is folded around it. */
  onward() {
    const parts = this.#parts();
    const known = this.#seen ? this.#known(parts) : [];
    const i = known.findIndex((one) => one !== true);
    if (i < 0) return;
    const part = parts[i];
    part.closest('hp-command')?.wrap();
    for (let fold = part.closest('details:not([open])'); fold; fold = part.closest('details:not([open])')) fold.open = true;
    const { height } = placeOf(part, clipsWithin(this.#host));
    const at = unseen(known[i], height);
    for (let box = part; box; box = box.parentElement) {
      if (!scrolls(box)) continue;
      const clip = clipsWithin(this.#host)(box);
      const room = Math.max(0, clip.bottom - clip.top);
      box.scrollTop += placeOf(part, clipsWithin(this.#host)).top + at - clip.top - Math.min(CONTEXT_PX, room / 4);
    }
    if (placeOf(part, clipsWithin(this.#host)).isAside) {
      for (let box = part.parentElement; box; box = box.parentElement) {
        if (scrollsAside(box)) box.scrollLeft += part.getBoundingClientRect().left - clipsWithin(this.#host)(box).left;
      }
    }
    this.#look();
  }
}

/** Behind a dialog, or a panel of the bar, nobody reads. */
function isCovered(host) {
  if (host.querySelector('.more-panel:not([hidden])')) return true;
  return [...document.querySelectorAll('dialog:modal')].some((dialog) => !dialog.contains(host));
}

/**
 * Where a part is on the screen, how high it is, which of that is in sight, from and to, from its top, and whether all
 * of it is beyond the left or the right edge.
 */
function placeOf(part, clips) {
  const box = part.getBoundingClientRect();
  const own = scrolls(part);
  const top = own ? box.top + part.clientTop - part.scrollTop : box.top;
  const height = own ? part.scrollHeight : box.height;
  const clip = clips(own ? part : part.parentElement);
  // What does not wrap is seen in part only.
  const isAside = (box.width > 0 && (box.left >= clip.right || box.right <= clip.left)) || Boolean(part.closest('.unwrapped'));
  return { top, height, from: Math.max(0, clip.top - top), to: Math.min(height, clip.bottom - top), isAside };
}

function scrolls(element) {
  return /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight;
}

function scrollsAside(element) {
  return /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth;
}

/** A function of an element: between which lines of the screen its content can be seen, {top, bottom, left, right}. */
function clipsWithin(host) {
  const view = visualViewport ?? { offsetTop: 0, height: innerHeight, offsetLeft: 0, width: innerWidth };
  const bar = host.querySelector('.approval-bar');
  const sticks = bar && getComputedStyle(bar).position === 'sticky';
  const screen = {
    top: view.offsetTop, bottom: Math.min(view.offsetTop + view.height, sticks ? bar.getBoundingClientRect().top : Infinity),
    left: view.offsetLeft, right: view.offsetLeft + view.width,
  };
  const known = new Map();
  const clip = (element) => {
    if (!element || element === document.documentElement) return screen;
    if (known.has(element)) return known.get(element);
    let found = clip(element.parentElement);
    if (getComputedStyle(element).overflowY !== 'visible') {
      const box = element.getBoundingClientRect();
      const [top, left] = [box.top + element.clientTop, box.left + element.clientLeft];
      found = {
        top: Math.max(found.top, top), bottom: Math.min(found.bottom, top + element.clientHeight),
        left: Math.max(found.left, left), right: Math.min(found.right, left + element.clientWidth),
      };
    }
    known.set(element, found);
    return found;
  };
  return clip;
}

/** What was seen of a part by now; of another height it is laid out anew, and nothing of that was seen. */
function looked(before, { height, from, to, isAside }) {
  const spans = before && Math.abs(before.height - height) <= ROUNDING_PX ? before.spans : [];
  const all = to < from || isAside ? spans : joined([...spans, [from, to]]);
  return unseen({ spans: all }, height) > height - ROUNDING_PX && all.length > 0 ? true : { height, spans: all };
}

function joined(spans) {
  const found = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last && from <= last[1] + ROUNDING_PX / 2) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** How far from its top a part was seen without a gap. */
function unseen(seen, height) {
  const [first] = seen?.spans ?? [];
  return first && first[0] <= ROUNDING_PX ? Math.min(height, first[1]) : 0;
}

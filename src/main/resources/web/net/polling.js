// Lists read every few seconds, for as long as no stream tells what happens.

const BEAT_MS = 5_000;
const HIDDEN_MS = 30_000;
const LONGEST_MS = 60_000;
/** The longest that a caller is made to wait: a browser's clock has no room for much more, and calls at once. */
const LONGEST_RETRY_MS = 86_400_000;
/** Nobody answers in this time. */
const PATIENCE_MS = 8_000;

/** A time that is not the same for all who wait. */
export const about = (ms) => ms * (0.8 + 0.4 * Math.random());

/** What an answer wants callers to wait, in milliseconds; 0 where it says nothing. */
export function retryAfter(text, nowMs) {
  if (!text) return 0;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.min(LONGEST_RETRY_MS, Math.max(0, ms));
}

/** One turn reads each list that is wanted, and costs an empty answer for each that has not changed. */
export class Polling {
  isOn = false;
  #told;
  #etags = new Map();
  #timer = 0;
  #failures = 0;
  #notBefore = 0;
  #reading = null;

  /** @param told {wanted() gives queries, hidden(), rests(), changed(query, body), beat(), failed(status, untilMs)} */
  constructor(told) {
    this.#told = told;
  }

  start() {
    if (this.isOn) return;
    this.isOn = true;
    this.#failures = 0;
    if (Date.now() < this.#notBefore) this.#wait(this.#notBefore - Date.now());
    else this.#beat();
  }

  stop() {
    this.isOn = false;
    clearTimeout(this.#timer);
    this.#reading?.abort();
    this.#reading = null;
    this.#etags.clear();
  }

  /** Now rather than when its time has come; only a person is in more of a hurry than the daemon allows. */
  hurry(byPerson = false) {
    if (!this.isOn || this.#reading || (!byPerson && Date.now() < this.#notBefore)) return;
    this.#beat();
  }

  #wait(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#beat(), ms);
  }

  async #beat() {
    clearTimeout(this.#timer);
    if (this.#told.rests()) return this.#wait(BEAT_MS);
    const reading = new AbortController();
    this.#reading = reading;
    const patience = setTimeout(() => reading.abort(), PATIENCE_MS);
    try {
      for (const query of this.#told.wanted()) await this.#read(query, reading);
      if (this.#reading !== reading) return;
      this.#failures = 0;
      this.#notBefore = 0;
      this.#wait(about(this.#told.hidden() ? HIDDEN_MS : BEAT_MS));
      this.#told.beat();
    } catch ({ status = 0, retryMs = 0 }) {
      if (this.#reading !== reading) return;
      const ms = Math.max(retryMs, about(Math.min(LONGEST_MS, BEAT_MS * 2 ** this.#failures++)));
      this.#notBefore = retryMs ? Date.now() + retryMs : 0;
      this.#wait(ms);
      this.#told.failed(status, Date.now() + ms);
    } finally {
      clearTimeout(patience);
      if (this.#reading === reading) this.#reading = null;
    }
  }

  async #read(query, reading) {
    const known = this.#etags.get(query);
    const headers = { Accept: 'application/json', ...(known ? { 'If-None-Match': known } : {}) };
    const response = await fetch(`/v1/inbox?${query}`, { headers, signal: reading.signal, credentials: 'same-origin', cache: 'no-store' });
    if (response.status === 304) return;
    if (!response.ok) throw { status: response.status, retryMs: retryAfter(response.headers.get('Retry-After'), Date.now()) };
    const body = await response.json();
    if (this.#reading !== reading) return;
    this.#etags.set(query, response.headers.get('ETag'));
    this.#told.changed(query, body);
  }
}

// What follows a decision: the card stays, and leads on to the next one when the person asks for it, or by itself where
// they want that.

import { announce } from '../parts/announce.js';
import { heldOf } from '../state/holds.js';
import { inbox } from '../state/inbox.js';
import { me } from '../state/me.js';
import { ending } from '../state/prompt.js';
import { settings } from '../state/settings.js';
import { lastHand } from './hands.js';
import { t } from '../i18n/i18n.js';

/** A click that was meant for the card before is not taken by the one that has just come up. */
const HASTY_MS = 400;

/** A Lit controller of the inbox's view. */
export class AutoAdvance {
  #view;
  /** Those that were decided in this tab. */
  #mine = new Set();
  /** When another card has come up by itself. */
  #turnedAt = -HASTY_MS;
  #onDecided = ({ detail }) => this.#decided(detail);
  #onSettled = ({ detail }) => this.#settled(detail);

  /** Of the pane in which the card is. */
  hastyClick = {
    capture: true,
    handleEvent: (event) => {
      if (performance.now() - this.#turnedAt < HASTY_MS) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
  };

  constructor(view) {
    this.#view = view;
    view.addController(this);
  }

  hostConnected() {
    inbox.addEventListener('decided', this.#onDecided);
    inbox.addEventListener('settled', this.#onSettled);
  }

  hostDisconnected() {
    inbox.removeEventListener('decided', this.#onDecided);
    inbox.removeEventListener('settled', this.#onSettled);
  }

  /** Whether what is open was decided, and Enter is not of a button or a link. */
  isDone({ target }) {
    return Boolean(this.#isDecided) && target.closest?.('button, a, summary, input, textarea, select') === null;
  }

  /** After a decision Enter and j lead on, if the list is still at what was decided; says whether they did. */
  goOn() {
    const { active, chosenKey } = this.#view;
    if (!this.#isDecided || (active && active !== chosenKey)) return false;
    const next = this.#view.nextPending();
    if (!next) return false;
    this.#view.choose(next, true, true);
    return true;
  }

  get #isDecided() {
    const prompt = inbox.at(this.#view.chosenKey);
    return prompt && (prompt.settled || heldOf(prompt)?.by === me.caller?.name);
  }

  #decided(prompts) {
    const view = this.#view;
    if (prompts.length !== 1 || prompts[0].key !== view.chosenKey || view.querySelector('hp-bulk')?.isDeciding) return;
    this.#mine.add(prompts[0].key);
    if (!settings.get('goOn')) return;
    const next = view.nextPending();
    if (!next) return;
    this.#turnedAt = performance.now();
    view.choose(next, lastHand() === 'keyboard', true);
  }

  #settled(prompt) {
    if (prompt.key !== this.#view.chosenKey || this.#mine.has(prompt.key) || prompt.settled.by === me.caller?.name) return;
    const how = ending(prompt.settled);
    announce(t('inbox.inbox.while_reading', { ending: `${how[0].toUpperCase()}${how.slice(1)}` }));
  }
}

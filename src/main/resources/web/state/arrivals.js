// Says that something new waits, to those who listen to the page: a flood is one sentence.

import { announce } from '../parts/announce.js';
import { plain } from '../format/text.js';
import { titleOf } from './prompt.js';
import { inbox } from './inbox.js';
import { t } from '../i18n/i18n.js';

const GATHERED_MS = 1_000;

export function startArrivals() {
  let arrived = [];
  inbox.addEventListener('asked', ({ detail }) => {
    arrived.push(detail.key);
    if (arrived.length > 1) return;
    setTimeout(() => {
      // Some may have been settled before anybody could be told.
      const text = sentence(arrived.map((key) => inbox.at(key)).filter((prompt) => prompt && !prompt.settled));
      arrived = [];
      if (text) announce(text);
    }, GATHERED_MS);
  });
}

export function sentence(prompts) {
  if (prompts.length === 0) return '';
  if (prompts.length > 1) return t('state.arrivals.several', { count: prompts.length });
  return t('state.arrivals.one', { title: plain(titleOf(prompts[0])) });
}

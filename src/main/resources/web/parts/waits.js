// Who waits for the decision of a request from outside, in words.

import { html, nothing } from 'lit';
import { date } from '../format/time.js';

export function waitsWords({ waits, kept_until_ms: keptUntilMs }) {
  switch (waits) {
    case 'now':
      return 'The agent is waiting now.';
    case 'comes_back':
      return 'The agent is not waiting now. It receives the decision later.';
    case 'nobody':
      return keptUntilMs
        ? `Nobody waits for this now. A decision is kept for the same request until ${date(keptUntilMs)}.`
        : 'Nobody waits for this now.';
    default:
      return '';
  }
}

export function waitsTemplate(request) {
  const words = waitsWords(request);
  return words ? html`<p class="faint waits">${words}</p>` : nothing;
}

// Who waits for the decision of a request from outside, in words.

import { html, nothing } from 'lit';
import { date } from '../format/time.js';
import { t } from '../i18n/i18n.js';

export function waitsWords({ waits, kept_until_ms: keptUntilMs }) {
  switch (waits) {
    case 'now':
      return t('parts.waits.now');
    case 'comes_back':
      return t('parts.waits.comes_back');
    case 'nobody':
      return keptUntilMs
        ? t('parts.waits.kept', { date: date(keptUntilMs) })
        : t('parts.waits.nobody');
    default:
      return '';
  }
}

export function waitsTemplate(request) {
  const words = waitsWords(request);
  return words ? html`<p class="faint waits">${words}</p>` : nothing;
}

// Sizes as people say them.

import { locale, t } from '../i18n/i18n.js';
import { once } from './once.js';

const UNITS = ['KB', 'MB', 'GB', 'TB'];
const whole = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const tenths = once(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));

export function bytes(count) {
  if (count < 1000) return t('format.size.bytes', { count });
  let size = count / 1000;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${(size >= 10 ? whole() : tenths()).format(size)} ${UNITS[unit]}`;
}

// While nobody answers, nothing is decided and nothing is queued.

import { live } from '../net/live.js';
import { t } from '../i18n/i18n.js';

export const OFFLINE = t('state.offline.unreachable');

export const isOffline = () => live.state.name === 'waiting';

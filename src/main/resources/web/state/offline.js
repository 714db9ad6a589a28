// While nobody answers, nothing is decided and nothing is queued.

import { live } from '../net/live.js';

export const OFFLINE = 'Can\'t reach Holdpoint.';

export const isOffline = () => live.state.name === 'waiting';

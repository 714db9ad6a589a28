// The title of the document: how many requests wait, where one is, and what is open there.

import { plain } from '../format/text.js';
import { router } from '../router.js';
import { inbox } from './inbox.js';
import { me } from './me.js';
import { titleOf } from './prompt.js';
import { t } from '../i18n/i18n.js';

const NAMES = {
  inbox: t('state.title.inbox'),
  history: t('state.title.history'),
  sessions: t('state.title.sessions'),
  session: t('state.title.sessions'),
  runs: t('state.title.runs'),
  run: t('state.title.runs'),
  rules: t('state.title.rules'),
  rule: t('state.title.rules'),
  stats: t('state.title.stats'),
  deliveries: t('state.title.deliveries'),
  audit: t('state.title.audit'),
  people: t('state.title.people'),
  policies: t('state.title.policies'),
  status: t('state.title.status'),
  settings: t('state.title.settings'),
  account: t('state.title.account'),
  enroll: t('state.title.enroll'),
  'sign-in': t('state.title.sign_in'),
};

/** What a view has said that it shows, and at which address it did. */
let named = { path: '', name: '' };

export function startTitle() {
  for (const [target, type] of [[inbox, 'change'], [me, 'change'], [router, 'change']]) target.addEventListener(type, put);
  put();
}

/** What the place is called in the menu. */
export const nameOf = (view) => NAMES[view] ?? t('state.title.nothing');

/** For views whose address is of one thing: what that is called. It holds until the address is another one. */
export function entitle(name) {
  if (named.name === name && named.path === location.pathname) return;
  named = { path: location.pathname, name: name ? plain(name) : '' };
  put();
}

function put() {
  const waiting = me.caller ? inbox.waiting : 0;
  document.title = `${waiting ? `(${waiting}) ` : ''}${here()} · Holdpoint`;
}

function here() {
  const { view, params } = router.place;
  if (me.caller === null && view !== 'enroll') return NAMES['sign-in'];
  const prompt = view === 'inbox' && params.id ? inbox.get(params.kind, params.id) : undefined;
  if (prompt && titleOf(prompt)) return plain(titleOf(prompt));
  return (named.path === location.pathname && named.name) || nameOf(view);
}

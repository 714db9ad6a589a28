// What is in the way of a change, by its name: people do not know ids.

import { t } from '../i18n/i18n.js';
import { api, segment } from '../net/api.js';

const PLACES = { grp: '/v1/groups', pol: '/v1/approval-policies' };

/** What a refused change to a group or a policy means, in words. */
export async function refusalWords(problem) {
  const place = PLACES[problem.conflict?.split('_')[0]];
  const other = place ? await api.get(`${place}/${segment(problem.conflict)}`).catch(() => null) : null;
  if (!other) return problem.detail ?? String(problem);
  if (problem.code === 'group_in_use') {
    return t('pages.conflict.in_use', { name: other.name });
  }
  return place === PLACES.grp ? t('pages.conflict.group', { name: other.name }) : t('pages.conflict.policy', { name: other.name });
}

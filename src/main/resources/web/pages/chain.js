// The chain of what a run did outside: numbered from 1, each record naming the hash of the one before it.

import { t } from '../i18n/i18n.js';

/**
 * @param actions ExternalActionView in the order of the chain, from its beginning
 * @return {whole, links: [{action, holds, why}]}; signatures are not looked at here
 */
export function checked(actions) {
  const links = actions.map((action, i) => {
    const before = actions[i - 1];
    const why =
      action.sequence !== i + 1
        ? t('pages.chain.numbered', { number: action.sequence, place: i + 1 })
        : (action.prev_hash ?? null) !== (before?.record_hash ?? null)
          ? before
            ? t('pages.chain.no_match')
            : t('pages.chain.first')
          : '';
    return { action, holds: why === '', why };
  });
  return { whole: links.every((link) => link.holds), links };
}

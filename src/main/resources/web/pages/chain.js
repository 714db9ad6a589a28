// The chain of what a run did outside: numbered from 1, each record naming the hash of the one before it.

/**
 * @param actions ExternalActionView in the order of the chain, from its beginning
 * @return {whole, links: [{action, holds, why}]}; signatures are not looked at here
 */
export function checked(actions) {
  const links = actions.map((action, i) => {
    const before = actions[i - 1];
    const why =
      action.sequence !== i + 1
        ? `It is numbered ${action.sequence} and stands at ${i + 1}.`
        : (action.prev_hash ?? null) !== (before?.record_hash ?? null)
          ? before
            ? 'Its prev_hash does not match the previous record.'
            : 'It is the first record but has a prev_hash.'
          : '';
    return { action, holds: why === '', why };
  });
  return { whole: links.every((link) => link.holds), links };
}

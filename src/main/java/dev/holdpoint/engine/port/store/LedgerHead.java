package dev.holdpoint.engine.port.store;

/**
 * How far a ledger has come that several daemons write to. Read first in every transaction and
 * written by every one, so that each goes on where the one before has ended, whoever made it.
 *
 * @param lastKey the greatest key that any daemon has given
 * @param commits how many there have been; another number than after one's own last means that
 *     somebody else has written
 * @param settings how many of them have changed what daemons keep in memory: sessions, rules,
 *     tokens and the like
 * @param removals how many of them have taken something away that others may have read
 * @param journaled how many of them have a row in the journal for every run that they have changed
 */
public record LedgerHead(
    long lastEventId, long lastKey, long commits, long settings, long removals, long journaled) {
  /** After a transaction that has written this much. */
  public LedgerHead after(Writes.Marks marks) {
    return new LedgerHead(
        Math.max(lastEventId, marks.lastEventId()),
        Math.max(lastKey, marks.lastKey()),
        commits + 1,
        marks.settings() ? settings + 1 : settings,
        marks.removes() ? removals + 1 : removals,
        marks.journaled() ? journaled + 1 : journaled);
  }

  /** Whether the journal tells which runs were changed since, all of them. */
  public boolean isToldSince(LedgerHead before) {
    return journaled - before.journaled == commits - before.commits && removals == before.removals;
  }
}

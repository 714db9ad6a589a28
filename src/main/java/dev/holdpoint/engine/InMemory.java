package dev.holdpoint.engine;

import dev.holdpoint.core.access.KeptAnswer;
import dev.holdpoint.core.access.RefusedAssertion;
import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.agent.ClientSession;
import dev.holdpoint.core.agent.Elicited;
import dev.holdpoint.core.agent.Engagement;
import dev.holdpoint.core.agent.OwnedSession;
import dev.holdpoint.core.agent.ServedSession;
import dev.holdpoint.core.agent.Watch;
import dev.holdpoint.core.notice.Reminder;
import dev.holdpoint.core.shelf.Shelf;
import dev.holdpoint.engine.port.Writes;
import java.util.Set;

/**
 * What daemons keep in memory from one transaction to the next, and must hear of when it changes.
 */
final class InMemory {
  /** These come and go with the work, and are always read. */
  private static final Set<Shelf<?>> ALWAYS_READ =
      Set.of(
          Engagement.SHELF,
          Elicited.SHELF,
          ServedSession.SHELF,
          OwnedSession.SHELF,
          ClientPrompt.SHELF,
          ClientSession.SHELF,
          Watch.SHELF,
          KeptAnswer.SHELF,
          RefusedAssertion.SHELF,
          Reminder.SHELF);

  private InMemory() {}

  static Writes.Marks marks(Batch batch, long lastKey) {
    return new Writes.Marks(
        batch.lastEventId(),
        lastKey,
        isChanged(batch),
        !batch.removed().isEmpty(),
        batch.isJournaled());
  }

  private static boolean isChanged(Batch batch) {
    return batch.changesTokensOrSessions()
        || batch.shelved().stream().anyMatch(one -> !ALWAYS_READ.contains(one.shelf()));
  }
}

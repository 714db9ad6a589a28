package dev.holdpoint.engine.signed;

import dev.holdpoint.core.access.RefusedAssertion;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Commits;
import java.util.List;

/**
 * Remembers the newest assertions of each tenant that did not hold. Nothing waits for these records
 * but whoever brought the assertion, and of a flood only so many are written.
 */
public final class RefusedAssertions {
  /** How many of a tenant are kept. */
  public static final int KEPT = 1_000;

  private static final int SLACK = 100;

  private final Commits commits;

  public RefusedAssertions(Commits commits) {
    this.commits = commits;
  }

  public RefusedAssertion note(
      String tenantId,
      String approvalId,
      boolean approve,
      String approverKeyId,
      String by,
      String requestId) {
    return commits.commit(
        change -> {
          // Not for each new one: the oldest are found by going through all.
          if (change.queries().countKept(RefusedAssertion.KIND, tenantId) >= KEPT + SLACK) {
            List<RefusedAssertion> all =
                change
                    .queries()
                    .keptBelow(RefusedAssertion.KIND, tenantId, Long.MAX_VALUE, KEPT + 2 * SLACK);
            all.subList(Math.min(KEPT, all.size()), all.size()).stream()
                .filter(old -> change.kept(RefusedAssertion.KIND, old.key()) != null)
                .forEach(old -> change.discard(RefusedAssertion.KIND, old));
          }
          RefusedAssertion made =
              new RefusedAssertion(
                  Ulid.keyOf(RefusedAssertion.PREFIX, change.newId(RefusedAssertion.PREFIX))
                      .orElseThrow(),
                  tenantId,
                  approvalId,
                  approve,
                  approverKeyId,
                  by,
                  requestId,
                  change.nowMs());
          change.keep(RefusedAssertion.KIND, made);
          return made;
        });
  }
}

package dev.holdpoint.engine.secret;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that came with a yes. What becomes of them follows from the run's two versions: with the
 * last yes they are there to be used, and whichever other way an approval ends, nothing of them
 * stays behind.
 */
public final class ApprovalSecrets implements Consequence {
  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    if (before == null || after.head().tenantId().equals(Tenants.ROOT)) {
      return;
    }
    for (Approval approval : before.approvals()) {
      Approval now = after.approval(approval.id()).orElse(approval);
      if (approval.requestedItems() != null && approval.isPending() && !now.isPending()) {
        Session session = change.session(after.head().sessionId());
        if (session != null) {
          Secrets.settle(
              change,
              session.conversationId(),
              approval.id(),
              now.state() instanceof ApprovalState.Allowed);
        }
      }
    }
  }

  /** Destroys what is held for the approval. */
  public static void drop(Change change, Run run, Approval approval) {
    Session session = change.session(run.head().sessionId());
    if (session != null) {
      Secrets.settle(change, session.conversationId(), approval.id(), false);
    }
  }
}

package dev.holdpoint.engine.commit;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.AuditQueries;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chains and signs a transaction's audit actions; the last thing before it is written. */
@FunctionalInterface
public interface AuditSealer {
  /**
   * @param next the key that signs afterwards, or null for the same
   */
  Entries seal(Told told, @Nullable Signer next, AuditQueries trail, Ids ids, long nowMs);

  /** What the works of the transaction put on record. */
  record Told(String ledgerId, List<ExternalAction.Deed> actions, List<Checkpoint.OfLoss> losses) {
    public boolean isEmpty() {
      return actions.isEmpty() && losses.isEmpty();
    }
  }

  record Entries(List<ExternalAction> actions, List<Checkpoint> checkpoints) {
    public static final Entries NONE = new Entries(List.of(), List.of());

    public boolean isEmpty() {
      return actions.isEmpty() && checkpoints.isEmpty();
    }
  }
}

package dev.holdpoint.engine.commit;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Telling;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.cache.SecretChanges;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.AuditQueries;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Chains and signs a transaction's audit actions; the last thing before it is written. */
@FunctionalInterface
public interface AuditSealer {
  /**
   * @param next the key that signs afterwards, or null for the same
   */
  Entries seal(Told told, @Nullable Signer next, AuditQueries trail, Ids ids, long nowMs);

  /**
   * Puts on record what people administer and what becomes of permits with this change, after what
   * happened in its runs and before its records are folded.
   */
  default void administered(Change change, Left left) {}

  /**
   * What a change leaves that people administer.
   *
   * @param next the key that signs from the next transaction on; null for the same
   */
  record Left(
      List<RecordChange<?>> shelved,
      List<Token> newTokens,
      List<Token> removedTokens,
      List<Session> removedSessions,
      SecretChanges secrets,
      @Nullable Signer next) {
    static Left of(Change change) {
      return new Left(
          change.shelved,
          change.newTokens,
          change.removedTokens,
          change.removedSessions,
          change.secrets,
          change.nextSigner);
    }
  }

  /** What the works of the transaction put on record. */
  record Told(String ledgerId, List<Telling> actions, List<Checkpoint.OfLoss> losses) {
    public boolean isEmpty() {
      return actions.isEmpty() && losses.isEmpty();
    }
  }

  /**
   * @param evidence by the id of the action whose it is
   */
  record Entries(
      List<ExternalAction> actions, Map<String, String> evidence, List<Checkpoint> checkpoints) {
    public static final Entries NONE = new Entries(List.of(), Map.of(), List.of());

    public boolean isEmpty() {
      return actions.isEmpty() && checkpoints.isEmpty();
    }
  }
}

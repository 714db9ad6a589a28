package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.ExternalAction.Deed;
import dev.holdpoint.core.audit.ExternalAction.Phase;
import dev.holdpoint.core.audit.Telling;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts decisions, effects, permits and acts of administration on record, each with its evidence, in
 * the commit that does what they tell. What stands in the evidence is public to all who may read
 * the ledger: digests, names and times, never content, a secret or the hash of one.
 */
public final class ChainRecords {
  public static final String OK = "ok";
  public static final String REFUSED = "refused";

  private ChainRecords() {}

  /**
   * Something that was done in a run.
   *
   * @param target what it was done to: the approval, the permit
   * @param digest of what was asked
   * @param by whose word or deed it is
   * @param callId null where there is none
   * @param grantId the approval that it rests on; null where there is none
   */
  public record Entry(
      ActionKind kind,
      String target,
      String digest,
      String by,
      String outcome,
      @Nullable String callId,
      @Nullable String grantId) {}

  /** The record of a run's chain; its {@code response_digest} is of the evidence. */
  public static void record(Change change, Run run, Entry entry, ObjectNode evidence) {
    String text = CanonicalJson.of(evidence);
    change.tell(
        new Telling(
            new Deed(
                run.key(),
                run.id(),
                run.head().sessionId(),
                run.head().agentId(),
                entry.callId,
                entry.by,
                run.head().submittedBy(),
                entry.grantId,
                Phase.RESPONSE,
                entry.kind,
                entry.target,
                entry.digest,
                sha256(text),
                entry.outcome),
            text));
  }

  /** An act of administration by the caller who requested this change. */
  public static void administer(Change change, AdminTarget target, ObjectNode what) {
    administer(change, change.actor(), target, OK, what);
  }

  /**
   * The same by a named actor; its {@code request_digest} is of the evidence.
   *
   * @param outcome {@link #OK} or {@link #REFUSED}
   */
  public static void administer(
      Change change, Actor actor, AdminTarget target, String outcome, ObjectNode what) {
    ObjectNode evidence = JsonTree.object();
    put(evidence, "request_id", actor.requestId());
    put(evidence, "role", actor.role());
    put(evidence, "tenant_id", actor.tenantId());
    put(evidence, "address", actor.address());
    put(evidence, "node", change.ledger().node());
    evidence.set("what", what);
    String text = CanonicalJson.of(evidence);
    change.tell(
        new Telling(
            new Deed(
                0,
                ExternalAction.ADMIN_RUN,
                "",
                "",
                null,
                actor.principalId(),
                null,
                null,
                Phase.RESPONSE,
                ActionKind.ADMIN,
                target.wire(),
                sha256(text),
                null,
                outcome),
            text));
  }

  private static void put(ObjectNode to, String name, @Nullable String value) {
    if (value != null) {
      to.put(name, value);
    }
  }

  static String sha256(String text) {
    return Digests.sha256Hex(text.getBytes(StandardCharsets.UTF_8));
  }
}

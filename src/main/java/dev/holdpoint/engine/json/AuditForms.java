package dev.holdpoint.engine.json;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Seal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The records of what was done outside as everybody sees them. What is hashed and signed is this
 * form, so nobody else may have another.
 */
public final class AuditForms {
  private AuditForms() {}

  public static ObjectNode of(ExternalAction action) {
    ExternalAction.Deed deed = action.deed();
    ObjectNode form =
        JsonTree.object()
            .put("action_id", action.id())
            .put("sequence", action.sequence())
            .put("timestamp_ms", action.atMs())
            .put("session_id", deed.sessionId())
            .put("agent_id", deed.agentId())
            .put("run_id", deed.runId())
            .put("tool_call_id", deed.toolCallId())
            .put("principal_id", deed.principalId())
            .put("parent_principal_id", deed.parentPrincipalId())
            .put("grant_id", deed.grantId())
            .put("phase", deed.phase().wire())
            .put("kind", deed.kind().wire())
            .put("target", deed.target())
            .put("request_digest", deed.requestDigest())
            .put("response_digest", deed.responseDigest())
            .put("outcome", deed.outcome());
    return sealed(form, action.seal());
  }

  public static ObjectNode of(Checkpoint checkpoint) {
    Checkpoint.@Nullable OfRun run = checkpoint.run();
    Checkpoint.@Nullable OfKey key = checkpoint.key();
    Checkpoint.@Nullable OfLoss loss = checkpoint.loss();
    ObjectNode form =
        JsonTree.object()
            .put("checkpoint_id", checkpoint.id())
            .put("sequence", checkpoint.sequence())
            .put("timestamp_ms", checkpoint.atMs())
            .put("ledger_id", checkpoint.ledgerId())
            .put("type", loss != null ? "loss" : key == null ? "checkpoint" : "key")
            .put("run_id", run == null ? null : run.runId())
            .put("session_id", run == null ? null : run.sessionId())
            .put("count", run == null ? null : Integer.valueOf(run.count()))
            .put("last_hash", run == null ? null : run.lastHash())
            .put("key_id_added", key == null ? null : key.keyId())
            .put("public_key_added", key == null ? null : key.publicKey());
    if (loss != null) {
      form.put("commits_lost", loss.commits())
          .put("lost_since_ms", loss.sinceMs())
          .put("lost_until_ms", loss.untilMs());
    }
    return sealed(form, checkpoint.seal());
  }

  private static ObjectNode sealed(ObjectNode form, Seal seal) {
    return form.put("prev_hash", seal.prevHash())
        .put("record_hash", seal.recordHash())
        .put("signature_alg", seal.signedBy())
        .put("key_id", seal.keyId())
        .put("signature", seal.signature());
  }

  /** What the hash is taken of. */
  public static ObjectNode unsealed(ObjectNode form) {
    ObjectNode bare = form.deepCopy();
    bare.remove("record_hash");
    bare.remove("signature_alg");
    bare.remove("key_id");
    bare.remove("signature");
    return bare;
  }

  /**
   * The RFC 8785 form of what the hash is taken of, as {@link #unsealed} would give it: every
   * decision has two, so they are written without a tree.
   */
  public static String hashed(ExternalAction action) {
    ExternalAction.Deed deed = action.deed();
    return new CanonicalJson.Members()
        .put("action_id", action.id())
        .put("agent_id", deed.agentId())
        .put("grant_id", deed.grantId())
        .put("kind", deed.kind().wire())
        .put("outcome", deed.outcome())
        .put("parent_principal_id", deed.parentPrincipalId())
        .put("phase", deed.phase().wire())
        .put("prev_hash", action.seal().prevHash())
        .put("principal_id", deed.principalId())
        .put("request_digest", deed.requestDigest())
        .put("response_digest", deed.responseDigest())
        .put("run_id", deed.runId())
        .put("sequence", action.sequence())
        .put("session_id", deed.sessionId())
        .put("target", deed.target())
        .put("timestamp_ms", action.atMs())
        .put("tool_call_id", deed.toolCallId())
        .text();
  }

  /** The same of a checkpoint; those of a loss are rare. */
  public static String hashed(Checkpoint checkpoint) {
    Checkpoint.@Nullable OfRun run = checkpoint.run();
    Checkpoint.@Nullable OfKey key = checkpoint.key();
    if (checkpoint.loss() != null) {
      return CanonicalJson.of(unsealed(of(checkpoint)));
    }
    CanonicalJson.Members members =
        new CanonicalJson.Members().put("checkpoint_id", checkpoint.id());
    if (run == null) {
      members.put("count", null);
    } else {
      members.put("count", run.count());
    }
    return members
        .put("key_id_added", key == null ? null : key.keyId())
        .put("last_hash", run == null ? null : run.lastHash())
        .put("ledger_id", checkpoint.ledgerId())
        .put("prev_hash", checkpoint.seal().prevHash())
        .put("public_key_added", key == null ? null : key.publicKey())
        .put("run_id", run == null ? null : run.runId())
        .put("sequence", checkpoint.sequence())
        .put("session_id", run == null ? null : run.sessionId())
        .put("timestamp_ms", checkpoint.atMs())
        .put("type", key == null ? "checkpoint" : "key")
        .text();
  }
}

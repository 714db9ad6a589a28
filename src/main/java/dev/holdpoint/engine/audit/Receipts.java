package dev.holdpoint.engine.audit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.json.AuditForms;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.AuditQueries;
import dev.holdpoint.engine.port.store.AuditQueries.Settling;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The proof of one decision, for those who have nothing else of the ledger. It is made of records
 * that never change and outlive the run, so it says the same each time.
 */
public final class Receipts {
  public static final String TYPE = "holdpoint-receipt+jwt";
  private static final String FORMAT = "holdpoint-receipt/1";

  /** So many checkpoints are read at once on the way back to that of the run. */
  private static final int AT_ONCE = 100;

  private static final String DEADLINE = "deadline";

  private final AuditKeys keys;

  public Receipts(AuditKeys keys) {
    this.keys = keys;
  }

  /**
   * A decision that is on record.
   *
   * @param askedBy the token that submitted the run
   */
  public record Decided(
      Settling record, ObjectNode evidence, String tenantId, String sessionId, String askedBy) {
    /** Whether this is the session of the decision, and not a later one with the same id. */
    public boolean isOf(Session session) {
      return session.id().equals(sessionId) && session.key() <= record.action().deed().runKey();
    }
  }

  /**
   * @param text of the receipt, in its RFC 8785 form
   * @param jws the same, signed
   */
  public record Signed(String text, String jws) {}

  /** Empty when no decision of this approval is on record: nobody made one, or none is known. */
  public static Optional<Decided> find(Queries queries, String approvalId) {
    OptionalLong key = Ulid.keyOf(GateKind.APPROVAL.prefix(), approvalId);
    Settling found = key.isPresent() ? queries.settling(key.getAsLong()) : null;
    if (found == null || !found.action().deed().target().equals(approvalId)) {
      return Optional.empty();
    }
    ObjectNode evidence = evidence(found);
    String askedBy = found.action().deed().parentPrincipalId();
    return Optional.of(
        new Decided(
            found,
            evidence,
            evidence.path("tenant_id").asString(""),
            evidence.path("session_id").asString(""),
            askedBy == null ? "" : askedBy));
  }

  private static ObjectNode evidence(Settling found) {
    try {
      if (JsonTree.read(found.evidence()) instanceof ObjectNode evidence) {
        return evidence;
      }
    } catch (NotJson _) {
      // The same as any other text that is no object.
    }
    throw damaged("the evidence of " + found.action().id());
  }

  /** Makes it, signed by the key that is in force. */
  public Signed sign(Queries queries, Decided decided) {
    String text = CanonicalJson.of(receipt(queries, decided));
    Signer signer = keys.inForce(queries);
    ObjectNode header =
        JsonTree.object().put("alg", "EdDSA").put("kid", signer.keyId()).put("typ", TYPE);
    String signed =
        base64(CanonicalJson.of(header).getBytes(UTF_8)) + "." + base64(text.getBytes(UTF_8));
    return new Signed(text, signed + "." + base64(signer.sign(signed.getBytes(US_ASCII))));
  }

  /** Puts on record that the caller is about to read it, before the first byte of it. */
  public void reading(Decided decided) {
    keys.commits()
        .commit(
            change -> {
              ChainRecords.administer(
                  change,
                  AdminTarget.RECEIPT_READ,
                  JsonTree.object()
                      .put("approval_id", decided.record.action().deed().target())
                      .put("tenant_id", decided.tenantId));
              return true;
            });
  }

  private static ObjectNode receipt(Queries queries, Decided decided) {
    ExternalAction action = decided.record.action();
    List<Checkpoint> checkpoints = checkpoints(queries, action);
    Checkpoint signed = checkpoints.getLast();
    ObjectNode receipt =
        JsonTree.object().put("format", FORMAT).put("ledger_id", signed.ledgerId());
    receipt.setAll(decided.evidence);
    if (givesPermit(action)) {
      receipt
          .putObject("permit")
          .put("permit_id", Permit.idOf(action.deed().target()))
          .put("state", "ready")
          .put("attempt", 1);
    }
    ObjectNode chain = receipt.putObject("chain");
    chain.set("action", AuditForms.of(action));
    List<ExternalAction> following = following(queries, action, checkpoints.getFirst());
    if (!following.isEmpty()) {
      ArrayNode others = chain.putArray("following");
      following.forEach(one -> others.add(AuditForms.of(one)));
    }
    ArrayNode links = chain.putArray("checkpoints");
    checkpoints.forEach(one -> links.add(AuditForms.of(one)));
    chain.set("key", key(queries, signed.seal().keyId()));
    return receipt;
  }

  /** What a deadline allows runs without a permit. */
  private static boolean givesPermit(ExternalAction action) {
    return "allow".equals(action.deed().outcome()) && !DEADLINE.equals(action.deed().principalId());
  }

  /** Those of its run that share its commit: the checkpoint names the last of them. */
  private static List<ExternalAction> following(
      AuditQueries trail, ExternalAction action, Checkpoint ofRun) {
    Checkpoint.OfRun run = ofRun.run();
    int more = run == null ? 0 : run.count() - action.sequence();
    return more == 0 ? List.of() : trail.actions(action.deed().runKey(), action.sequence(), more);
  }

  /** From that of its run up to the one that is signed for both. */
  private static List<Checkpoint> checkpoints(AuditQueries trail, ExternalAction action) {
    Checkpoint signed = signed(trail, action.seal().signature());
    List<Checkpoint> links = new ArrayList<>();
    for (long end = signed.sequence(); end > 0; end -= AT_ONCE) {
      long after = Math.max(0, end - AT_ONCE);
      for (Checkpoint one : trail.checkpoints(after, (int) (end - after)).reversed()) {
        links.addFirst(one);
        Checkpoint.OfRun run = one.run();
        if (run != null
            && run.runKey() == action.deed().runKey()
            && run.count() >= action.sequence()) {
          return links;
        }
      }
    }
    throw damaged("the checkpoint of " + action.id());
  }

  /** Ids and sequences rise together, so the id finds its place without an index. */
  private static Checkpoint signed(AuditQueries trail, String id) {
    long wanted = Ulid.keyOf("ckp_", id).orElse(0);
    long low = 1;
    long high = trail.lastCheckpointSequence();
    while (low <= high) {
      long middle = (low + high) >>> 1;
      Checkpoint one =
          trail.checkpoints(middle - 1, 1).stream()
              .findFirst()
              .orElseThrow(() -> damaged("the checkpoint " + id));
      if (one.id().equals(id)) {
        return one;
      }
      if (Ulid.keyOf("ckp_", one.id()).orElse(0) < wanted) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    throw damaged("the checkpoint " + id);
  }

  private static ObjectNode key(AuditQueries trail, String keyId) {
    for (Checkpoint introduction : AuditKeys.introductions(trail)) {
      Checkpoint.OfKey key = introduction.key();
      if (key != null && key.keyId().equals(keyId)) {
        return JsonTree.object().put("key_id", keyId).put("public_key", key.publicKey());
      }
    }
    throw damaged("the key " + keyId);
  }

  private static RuntimeException damaged(String what) {
    return Problem.UNAVAILABLE
        .because(
            "The ledger is damaged: %s is missing or unreadable, so there is no proof of this decision. Run holdpoint audit verify."
                .formatted(what))
        .asException();
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

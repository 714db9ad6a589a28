package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Seal;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.commit.AuditSealer;
import dev.holdpoint.engine.json.AuditForms;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.AuditQueries;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Binds what was done outside into chains and signs it, at the end of the transaction that tells of
 * it. Only the writer calls it.
 */
public final class AuditChain implements AuditSealer {
  private Signer signer;
  private @Nullable Signer candidate;

  public AuditChain(Signer signer) {
    this.signer = signer;
  }

  /**
   * @param next the key that signs afterwards, or null for the same; it is vouched for by the one
   *     before, or by itself where there was none
   */
  @Override
  public Entries seal(Told told, @Nullable Signer next, AuditQueries trail, Ids ids, long nowMs) {
    if (told.isEmpty() && next == null) {
      return Entries.NONE;
    }
    Checkpoint head = trail.lastCheckpoint();
    signer = inForce(head);
    candidate = next == null ? candidate : next;
    Map<Long, ExternalAction> last = new LinkedHashMap<>();
    List<ExternalAction> actions = new ArrayList<>();
    for (ExternalAction.Deed deed : told.actions()) {
      ExternalAction before = last.computeIfAbsent(deed.runKey(), key -> trail.lastAction(key));
      ExternalAction action = sealed(deed, before, ids.next("act_", nowMs), nowMs);
      actions.add(action);
      last.put(deed.runKey(), action);
    }
    Chain chain = new Chain(told.ledgerId(), ids, nowMs);
    List<Checkpoint> checkpoints = new ArrayList<>();
    if (head == null) {
      head = chain.sealed(key(signer), null, signer);
      checkpoints.add(head);
    }
    for (Checkpoint.OfLoss loss : told.losses()) {
      head = chain.sealed(loss, head, signer);
      checkpoints.add(head);
    }
    for (ExternalAction action : last.values()) {
      head = chain.sealed(ofRun(action), head, signer);
      checkpoints.add(head);
    }
    if (next != null && !next.keyId().equals(signer.keyId())) {
      head = chain.sealed(key(next), head, signer);
      checkpoints.add(head);
      // Once more by itself: whoever knows only the new key has a record to begin with.
      checkpoints.add(chain.sealed(key(next), head, next));
    }
    return new Entries(actions, checkpoints);
  }

  /**
   * Which key signs is what the ledger says: nobody hears of a commit whose connection was lost,
   * and a key may have been introduced by it, or by another node.
   */
  private Signer inForce(@Nullable Checkpoint head) {
    if (head == null) {
      return signer;
    }
    Checkpoint.OfKey added = head.key();
    String id = added == null ? head.seal().keyId() : added.keyId();
    if (candidate != null && candidate.keyId().equals(id)) {
      return candidate;
    }
    if (signer.keyId().equals(id)) {
      return signer;
    }
    Signer other = signer.other(id);
    if (other == null) {
      throw Problem.UNAVAILABLE
          .because(
              "Another node changed the audit key to %s, and this node has %s. Copy the new key to this node's audit.key_file. Nothing was changed."
                  .formatted(id, signer.keyId()))
          .asException();
    }
    return other;
  }

  private static Checkpoint.OfRun ofRun(ExternalAction last) {
    return new Checkpoint.OfRun(
        last.deed().runKey(),
        last.deed().runId(),
        last.deed().sessionId(),
        last.sequence(),
        last.seal().recordHash());
  }

  private static Checkpoint.OfKey key(Signer signer) {
    return new Checkpoint.OfKey(signer.keyId(), base64(signer.publicKey()));
  }

  private ExternalAction sealed(
      ExternalAction.Deed deed, @Nullable ExternalAction before, String id, long nowMs) {
    int sequence = before == null ? 1 : before.sequence() + 1;
    return seal(
        before == null ? null : before.seal(),
        signer,
        seal -> new ExternalAction(deed, sequence, id, nowMs, seal),
        AuditForms::of);
  }

  /** The records of one transaction; they share their time. */
  private record Chain(String ledgerId, Ids ids, long nowMs) {
    Checkpoint sealed(Checkpoint.Subject subject, @Nullable Checkpoint before, Signer by) {
      long sequence = before == null ? 1 : before.sequence() + 1;
      String id = ids.next("ckp_", nowMs);
      return seal(
          before == null ? null : before.seal(),
          by,
          seal -> new Checkpoint(sequence, id, nowMs, ledgerId, subject, seal),
          AuditForms::of);
    }
  }

  private static <T> T seal(
      @Nullable Seal before, Signer by, Function<Seal, T> record, Function<T, ObjectNode> form) {
    String prevHash = before == null ? null : before.recordHash();
    ObjectNode told = AuditForms.unsealed(form.apply(record.apply(new Seal(prevHash, "", "", ""))));
    String hash = Digests.sha256Hex(CanonicalJson.of(told).getBytes(StandardCharsets.UTF_8));
    String signature = base64(by.sign(HexFormat.of().parseHex(hash)));
    return record.apply(new Seal(prevHash, hash, by.keyId(), signature));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

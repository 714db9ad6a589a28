package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Seal;
import dev.holdpoint.core.audit.Telling;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.commit.AuditSealer;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.AuditForms;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.AuditQueries;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  @Override
  public void administered(Change change, Left left) {
    PermitChanges.follow(change, left);
    AdminChanges.follow(change, left);
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
    Map<Long, ExternalAction> before = lastOf(told, trail);
    Map<Long, ExternalAction> last = new LinkedHashMap<>();
    Map<String, String> evidence = new HashMap<>();
    List<ExternalAction> actions = new ArrayList<>();
    for (Telling telling : told.actions()) {
      ExternalAction.Deed deed = telling.deed();
      ExternalAction action =
          bound(deed, before.get(deed.runKey()), ids.next("act_", nowMs), nowMs);
      actions.add(action);
      before.put(deed.runKey(), action);
      last.put(deed.runKey(), action);
      if (telling.evidence() != null) {
        evidence.put(action.id(), telling.evidence());
      }
    }
    Chain chain = new Chain(told.ledgerId(), ids, nowMs, head);
    if (head == null) {
      chain.add(key(signer), signer);
    }
    told.losses().forEach(loss -> chain.add(loss, signer));
    last.values().forEach(action -> chain.add(ofRun(action), signer));
    int covering = chain.drafts.size() - 1;
    if (next != null && !next.keyId().equals(signer.keyId())) {
      chain.add(key(next), signer);
      // Once more by itself: whoever knows only the new key has a record to begin with.
      chain.add(key(next), next);
    }
    List<Checkpoint> checkpoints = chain.sealed();
    return new Entries(
        actions.stream().map(action -> sealed(action, checkpoints, covering)).toList(),
        evidence,
        checkpoints);
  }

  /** With one question, however many decisions share the transaction. */
  private static Map<Long, ExternalAction> lastOf(Told told, AuditQueries trail) {
    Set<Long> runs = new HashSet<>();
    told.actions().forEach(telling -> runs.add(telling.deed().runKey()));
    Map<Long, ExternalAction> last = new HashMap<>();
    if (!runs.isEmpty()) {
      trail.lastActions(runs).forEach(action -> last.put(action.deed().runKey(), action));
    }
    return last;
  }

  /**
   * @param covering the place of the checkpoint that knows it, which is signed or names one that is
   */
  private ExternalAction sealed(ExternalAction action, List<Checkpoint> checkpoints, int covering) {
    Checkpoint at = checkpoints.get(covering);
    return action.under(
        action.deed().kind().isCovered()
            ? action.seal().coveredBy(at.seal().isCovered() ? at.seal().signature() : at.id())
            : signed(action.seal(), signer));
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

  private ExternalAction bound(
      ExternalAction.Deed deed, @Nullable ExternalAction before, String id, long nowMs) {
    int sequence = before == null ? 1 : before.sequence() + 1;
    return bound(
        before == null ? null : before.seal(),
        signer,
        seal -> new ExternalAction(deed, sequence, id, nowMs, seal),
        AuditForms::hashed);
  }

  /**
   * The checkpoints of one transaction, which share their time. Those that bring a key are signed,
   * and the last is; each of the others names the next that is.
   */
  private static final class Chain {
    private final String ledgerId;
    private final Ids ids;
    private final long nowMs;
    private final List<Draft> drafts = new ArrayList<>();
    private @Nullable Checkpoint head;

    private record Draft(Checkpoint checkpoint, Signer by) {}

    Chain(String ledgerId, Ids ids, long nowMs, @Nullable Checkpoint head) {
      this.ledgerId = ledgerId;
      this.ids = ids;
      this.nowMs = nowMs;
      this.head = head;
    }

    void add(Checkpoint.Subject subject, Signer by) {
      long sequence = head == null ? 1 : head.sequence() + 1;
      String id = ids.next("ckp_", nowMs);
      head =
          bound(
              head == null ? null : head.seal(),
              by,
              seal -> new Checkpoint(sequence, id, nowMs, ledgerId, subject, seal),
              AuditForms::hashed);
      drafts.add(new Draft(head, by));
    }

    List<Checkpoint> sealed() {
      List<Checkpoint> all = new ArrayList<>();
      String covering = null;
      for (Draft draft : drafts.reversed()) {
        Checkpoint one = draft.checkpoint;
        if (covering == null || one.key() != null) {
          covering = one.id();
          all.addFirst(one.under(signed(one.seal(), draft.by)));
        } else {
          all.addFirst(one.under(one.seal().coveredBy(covering)));
        }
      }
      return all;
    }
  }

  /** Bound to the record before it, and not yet signed. */
  private static <T> T bound(
      @Nullable Seal before, Signer by, Function<Seal, T> record, Function<T, String> hashed) {
    String prevHash = before == null ? null : before.recordHash();
    String told = hashed.apply(record.apply(new Seal(prevHash, "", "", "")));
    String hash = Digests.sha256Hex(told.getBytes(StandardCharsets.UTF_8));
    return record.apply(new Seal(prevHash, hash, by.keyId(), ""));
  }

  private static Seal signed(Seal seal, Signer by) {
    return seal.signed(base64(by.sign(HexFormat.of().parseHex(seal.recordHash()))));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

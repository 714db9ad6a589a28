package dev.holdpoint.client.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The checkpoint chain: which keys there are, and how far each run has come. */
final class Checkpoints {
  private final TrustedKeys trust;
  private final Findings findings;
  private final Chain chain;
  private final Set<String> listed = new LinkedHashSet<>();
  private final Map<String, PublicKey> keys = new LinkedHashMap<>();
  private final Map<String, Claims> runs = new HashMap<>();
  private final SignedCheckpoints signed = new SignedCheckpoints();
  private final WitnessedHeads witnessed;

  /** Those that wait for the checkpoint which is signed for them. */
  private final List<Open> open = new ArrayList<>();

  private @Nullable String inForce;
  private long commitsLost;
  private boolean trustedHasSigned;
  private boolean headSeen;
  private boolean ended;

  private record Open(String place, String id, String covering) {}

  Checkpoints(TrustedKeys trust, WitnessedHeads witnessed, Findings findings) {
    this.trust = trust;
    this.witnessed = witnessed;
    this.findings = findings;
    this.chain = new Chain("checkpoint", findings);
  }

  /** A key that the export names, for its reader. Only those count that the chain introduces. */
  void listed(ObjectNode line) throws Malformed {
    PublicKey key = PublicKey.ofText(text(line, "public_key"));
    if (!key.id().equals(text(line, "key_id"))) {
      throw new Malformed("key_id does not match public_key");
    }
    if (!SignedRecord.isFrom(0, line.get("added_at_ms"))) {
      throw new Malformed("added_at_ms is not a time");
    }
    listed.add(key.id());
  }

  private static String text(ObjectNode line, String name) throws Malformed {
    JsonNode value = line.get(name);
    if (value == null || !value.isString()) {
      throw new Malformed(name + " is not text");
    }
    return value.stringValue();
  }

  void add(SignedRecord record, @Nullable String ledgerId) throws Malformed {
    String id = record.known("checkpoint_id");
    String place = chain.place(record.sequence());
    if (ledgerId != null && !ledgerId.equals(record.known("ledger_id"))) {
      findings.add(
          Flaw.OTHER_LEDGER, place, id, "it belongs to a different ledger than the header");
    }
    PublicKey added = record.known("type").equals("key") ? record.keyAdded() : null;
    if (added != null && inForce == null) {
      // The first record introduces the key that it is signed with.
      keys.put(added.id(), added);
    }
    boolean good = check(record, place, id);
    PublicKey trusted = trust.key();
    if (good && trusted != null && record.isSignedBy(trusted)) {
      trustedHasSigned = true;
    }
    String covering = record.coveredBy();
    if (covering != null) {
      open.add(new Open(place, id, covering));
    } else if (good) {
      signed.add(record.sequence(), id, record.keyId());
      uncovered(id);
    }
    headSeen |= record.hash().equals(trust.head());
    witnessed.seen(record.sequence(), record.hash());
    if (inForce != null && !inForce.equals(record.keyId())) {
      findings.add(
          Flaw.UNKNOWN_KEY,
          place,
          id,
          "it is signed with " + record.keyId() + " but " + inForce + " was in force");
    }
    chain.add(record, id);
    if (added != null) {
      keys.put(added.id(), added);
      inForce = added.id();
    } else {
      inForce = record.keyId();
    }
    if (record.known("type").equals("loss")) {
      commitsLost += record.knownNumber("commits_lost");
    }
    if (record.known("type").equals("checkpoint")) {
      runs.computeIfAbsent(record.known("run_id"), _ -> new Claims())
          .add(record.knownNumber("count"), record.known("last_hash"), record.sequence());
    }
  }

  /** Hash and signature of a record, whatever chain it is of. */
  boolean check(SignedRecord record, String place, String id) {
    PublicKey key = keys.get(record.keyId());
    if (!record.isAsHashed()) {
      findings.add(Flaw.CHANGED, place, id, "its record_hash does not match its content");
      return false;
    }
    if (key == null) {
      findings.add(
          Flaw.UNKNOWN_KEY, place, id, "no checkpoint introduces the key " + record.keyId());
      return false;
    }
    if (record.coveredBy() == null && !record.isSignedBy(key)) {
      findings.add(
          Flaw.BAD_SIGNATURE, place, id, "the signature of the key " + key.id() + " is not valid");
      return false;
    }
    return true;
  }

  /** No checkpoint follows. */
  void end() {
    if (ended) {
      return;
    }
    ended = true;
    // Even a ledger in which nothing has happened has the record of its first key.
    chain.end(Math.max(1, trust.leastSequence()));
    uncovered("");
    for (String id : listed) {
      if (!keys.containsKey(id)) {
        findings.add(Flaw.UNKNOWN_KEY, "key " + id, "the checkpoint chain does not introduce it");
      }
    }
    PublicKey trusted = trust.key();
    if (trusted != null && !trustedHasSigned) {
      findings.add(
          Flaw.UNKNOWN_KEY,
          "key " + trusted.id(),
          "no checkpoint is signed with the given public key");
    }
    if (trust.head() != null && !headSeen) {
      findings.add(
          Flaw.TRUNCATED,
          "checkpoint chain",
          "the head " + trust.head() + ", noted earlier, is missing");
    }
  }

  /** Tells which of those that wait do not name this one, the first signed after them. */
  private void uncovered(String signedId) {
    for (Open one : open) {
      if (!one.covering.equals(signedId)) {
        findings.add(
            Flaw.UNCOVERED, one.place, one.id, "the next signed checkpoint is not " + one.covering);
      }
    }
    open.clear();
  }

  @Nullable PublicKey key(String id) {
    return keys.get(id);
  }

  SignedCheckpoints signed() {
    return signed;
  }

  /** What is known of a run; null when nothing is. */
  @Nullable Claims of(String runId) {
    return runs.get(runId);
  }

  void forEachRun(BiConsumer<String, Claims> each) {
    runs.forEach(each);
  }

  List<String> keyIds() {
    return List.copyOf(keys.keySet());
  }

  long lastSequence() {
    return chain.last();
  }

  long commitsLost() {
    return commitsLost;
  }

  @Nullable String lastHash() {
    return chain.lastHash();
  }
}

package dev.holdpoint.client.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The way from the record of a decision to a signature: records of its run up to the one that a
 * checkpoint names, and checkpoints up to the one that is signed.
 */
final class ReceiptLinks {
  private static final int FORMAT = 2;

  private final ObjectNode receipt;
  private final JsonNode chain;
  private final KeySet keys;
  private final ReceiptCheck found;

  ReceiptLinks(ObjectNode receipt, KeySet keys, ReceiptCheck found) {
    this.receipt = receipt;
    this.chain = receipt.path("chain");
    this.keys = keys;
    this.found = found;
  }

  /** The record of the decision; null when it cannot be read. */
  @Nullable SignedRecord check() {
    SignedRecord action = action();
    if (action == null) {
      return null;
    }
    SignedRecord last = following(action);
    List<SignedRecord> checkpoints = checkpoints();
    if (last != null && !checkpoints.isEmpty()) {
      link(action, last, checkpoints);
    }
    return action;
  }

  private @Nullable SignedRecord action() {
    SignedRecord action;
    try {
      action = SignedRecord.action(chain.get("action"), FORMAT);
    } catch (Malformed e) {
      found.add("action", String.valueOf(e.getMessage()));
      return null;
    }
    hashed("action", action);
    same(action, "target", "approval_id");
    same(action, "run_id", "run_id");
    same(action, "session_id", "session_id");
    same(action, "request_digest", "digest");
    same(action, "outcome", "decision");
    same(action, "principal_id", "by");
    if (!"decision".equals(action.member("kind")) || action.coveredBy() == null) {
      found.add("action", "it is not the record of a decision");
    }
    return action;
  }

  private void same(SignedRecord action, String member, String of) {
    if (!(receipt.path(of) instanceof StringNode said)
        || !said.stringValue().equals(action.member(member))) {
      found.add("action", "its %s is not the %s of the receipt".formatted(member, of));
    }
  }

  private void hashed(String part, SignedRecord record) {
    if (!record.isAsHashed()) {
      found.add(part, "its record_hash does not match its content");
    }
  }

  /** The last record of the run in the same commit. */
  private @Nullable SignedRecord following(SignedRecord action) {
    SignedRecord last = action;
    for (JsonNode node : chain.path("following")) {
      SignedRecord next;
      try {
        next = SignedRecord.action(node, FORMAT);
      } catch (Malformed e) {
        found.add("following", String.valueOf(e.getMessage()));
        return null;
      }
      String part = "following " + next.sequence();
      hashed(part, next);
      if (!next.known("run_id").equals(action.known("run_id"))) {
        found.add(part, "it is a record of another run");
      }
      checkLink(part, last, next);
      checkSignature(part, next);
      last = next;
    }
    return last;
  }

  private void checkLink(String part, SignedRecord before, SignedRecord next) {
    if (next.sequence() != before.sequence() + 1 || !before.hash().equals(next.previousHash())) {
      found.add(part, "prev_hash is not the hash of the record before");
    }
  }

  private List<SignedRecord> checkpoints() {
    List<SignedRecord> all = new ArrayList<>();
    try {
      for (JsonNode node : chain.path("checkpoints")) {
        all.add(SignedRecord.checkpoint(node, FORMAT));
      }
    } catch (Malformed e) {
      found.add("checkpoint", String.valueOf(e.getMessage()));
      return List.of();
    }
    if (all.isEmpty()) {
      found.add("checkpoint", "there is none");
    }
    return all;
  }

  private void link(SignedRecord action, SignedRecord last, List<SignedRecord> checkpoints) {
    SignedRecord first = checkpoints.getFirst();
    SignedRecord signed = checkpoints.getLast();
    if (!"checkpoint".equals(first.known("type"))
        || !first.known("run_id").equals(action.known("run_id"))
        || first.knownNumber("count") != last.sequence()
        || !first.known("last_hash").equals(last.hash())) {
      found.add(part(first), "it does not have the records of the run that are here");
    }
    SignedRecord before = null;
    for (SignedRecord one : checkpoints) {
      hashed(part(one), one);
      if (!receipt.path("ledger_id").asString("").equals(one.known("ledger_id"))) {
        found.add(part(one), "it is of another ledger");
      }
      if (before != null) {
        checkLink(part(one), before, one);
      }
      if (one != signed && !signed.known("checkpoint_id").equals(one.coveredBy())) {
        found.add(part(one), "it does not name the checkpoint that is signed");
      }
      if (!one.keyId().equals(signed.keyId())) {
        found.add(part(one), "it names another key than the checkpoint that is signed");
      }
      before = one;
    }
    if (!signed.known("checkpoint_id").equals(action.coveredBy())
        || !signed.keyId().equals(action.keyId())) {
      found.add("action", "it does not name the checkpoint that is signed");
    }
    if (signed.coveredBy() != null) {
      found.add(part(signed), "the last checkpoint is not signed");
    } else {
      checkSignature(part(signed), signed);
    }
  }

  private static String part(SignedRecord checkpoint) {
    return "checkpoint " + checkpoint.sequence();
  }

  private void checkSignature(String part, SignedRecord record) {
    if (record.coveredBy() != null) {
      return;
    }
    PublicKey key = key(record.keyId());
    if (key != null && !record.isSignedBy(key)) {
      found.add(part, "the signature of the key " + key.id() + " is not valid");
    }
  }

  /**
   * The key that the receipt names. Where all keys of the ledger were given it has to be one of
   * them; where one was, that one has signed the receipt, and so this key too.
   */
  private @Nullable PublicKey key(String keyId) {
    PublicKey key;
    try {
      key = PublicKey.ofText(chain.path("key").path("public_key").asString(""));
    } catch (Malformed e) {
      found.add("key", String.valueOf(e.getMessage()));
      return null;
    }
    if (!key.id().equals(keyId)
        || !key.id().equals(chain.path("key").path("key_id").asString(""))) {
      found.add("key", "it is not the key that the checkpoint names");
      return null;
    }
    PublicKey given = keys.get(keyId);
    if (given == null ? keys.whole() : !given.isSame(key)) {
      found.add("key", "the key " + keyId + " is not among the given keys");
      return null;
    }
    return key;
  }
}

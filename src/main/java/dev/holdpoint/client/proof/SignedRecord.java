package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.erdtman.jcs.JsonCanonicalizer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A record as it was signed. Only the members that hold the chains together are looked at; all
 * others, known or not, are part of the hash, and one that is missing shows as a change.
 */
final class SignedRecord {
  static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  static final Pattern KEY_ID = Pattern.compile("[0-9a-f]{16}");
  private static final List<String> NOT_HASHED =
      List.of("record_hash", "signature_alg", "key_id", "signature");
  private static final Pattern CHECKPOINT_ID = Pattern.compile("ckp_[0-9A-Z]{26}");
  private static final Set<String> COVERED_KINDS = Set.of("decision", "effect", "permit", "admin");
  private static final long EXACT = (1L << 53) - 1;
  private static final int SIGNATURE_LENGTH = 64;

  private final ObjectNode members;
  private final byte @Nullable [] signature;

  /**
   * @param format of the export: before 2 every record has a signature of its own
   */
  private SignedRecord(ObjectNode members, int format) throws Malformed {
    this.members = members;
    matching("record_hash", HASH);
    matching("key_id", KEY_ID);
    String by = text("signature_alg");
    if (format > 1 && by.equals("checkpoint")) {
      matching("signature", CHECKPOINT_ID);
      this.signature = null;
    } else if (by.equals("ed25519")) {
      this.signature = bytes("signature", SIGNATURE_LENGTH);
    } else {
      throw new Malformed("signature_alg is not ed25519" + (format > 1 ? " or checkpoint" : ""));
    }
    if (optional("prev_hash") != null) {
      matching("prev_hash", HASH);
    }
    whole("sequence", EXACT);
  }

  static SignedRecord action(@Nullable JsonNode node, int format) throws Malformed {
    SignedRecord record = new SignedRecord(flat(node), format);
    record.text("action_id");
    record.text("run_id");
    boolean coverable = COVERED_KINDS.contains(String.valueOf(record.member("kind")));
    if (record.coveredBy() != null && !coverable) {
      throw new Malformed("a record of its kind must have its own signature");
    }
    // With a signature of its own it would need no evidence, and so no votes.
    if (record.coveredBy() == null && coverable) {
      throw new Malformed("a record of its kind must name the checkpoint that covers it");
    }
    return record;
  }

  static SignedRecord checkpoint(@Nullable JsonNode node, int format) throws Malformed {
    SignedRecord record = new SignedRecord(flat(node), format);
    record.text("checkpoint_id");
    record.text("ledger_id");
    switch (record.text("type")) {
      case "checkpoint" -> {
        record.text("run_id");
        record.whole("count", Integer.MAX_VALUE);
        record.matching("last_hash", HASH);
      }
      case "key" -> {
        record.keyAdded();
        if (record.coveredBy() != null) {
          throw new Malformed("a record that introduces a key must have its own signature");
        }
      }
      case "loss" -> record.whole("commits_lost", EXACT);
      default -> throw new Malformed("type is neither checkpoint, key nor loss");
    }
    return record;
  }

  /** Strings, integers that a double can hold, and null; nothing else is in a record. */
  private static ObjectNode flat(@Nullable JsonNode node) throws Malformed {
    if (!(node instanceof ObjectNode object)) {
      throw new Malformed("record is not an object");
    }
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      JsonNode value = member.getValue();
      boolean good = value.isNull() || isText(value) || isExact(value);
      if (!good || !isUnicode(member.getKey())) {
        throw new Malformed(member.getKey() + " is neither text, an integer nor null");
      }
    }
    return object;
  }

  private static boolean isText(JsonNode value) {
    return value.isString() && isUnicode(value.stringValue());
  }

  private static boolean isExact(JsonNode value) {
    return isFrom(-EXACT, value);
  }

  /** Whether it is an integer that a double holds, and not below this one. */
  static boolean isFrom(long least, @Nullable JsonNode value) {
    return value != null
        && value.isIntegralNumber()
        && value.canConvertToLong()
        && value.longValue() >= least
        && value.longValue() <= EXACT;
  }

  /** Without half a surrogate pair, which has no bytes. */
  static boolean isUnicode(String text) {
    return UTF_8.newEncoder().canEncode(text);
  }

  String text(String name) throws Malformed {
    JsonNode value = members.get(name);
    if (value == null || !value.isString()) {
      throw new Malformed(name + " is missing or not text");
    }
    return value.stringValue();
  }

  private @Nullable String optional(String name) throws Malformed {
    JsonNode value = members.get(name);
    if (value == null) {
      throw new Malformed(name + " is missing");
    }
    return value.isNull() ? null : text(name);
  }

  private long number(String name) throws Malformed {
    JsonNode value = members.get(name);
    if (value == null || !value.isIntegralNumber()) {
      throw new Malformed(name + " is missing or not an integer");
    }
    return value.longValue();
  }

  private void whole(String name, long most) throws Malformed {
    long value = number(name);
    if (value < 1 || value > most) {
      throw new Malformed(name + " is not from 1 to " + most);
    }
  }

  private void matching(String name, Pattern form) throws Malformed {
    if (!form.matcher(text(name)).matches()) {
      throw new Malformed(name + " is not lowercase hex of the right length");
    }
  }

  private byte[] bytes(String name, int length) throws Malformed {
    byte[] bytes = Base64Url.decode(text(name));
    if (bytes.length != length) {
      throw new Malformed(name + " has " + bytes.length + " bytes, not " + length);
    }
    return bytes;
  }

  /** The key that a record of type {@code key} introduces. */
  PublicKey keyAdded() throws Malformed {
    PublicKey key = PublicKey.ofText(text("public_key_added"));
    if (!key.id().equals(text("key_id_added"))) {
      throw new Malformed("key_id_added does not match public_key_added");
    }
    return key;
  }

  /** A member that was found to be text when the record was read. */
  String known(String name) {
    JsonNode value = members.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " was not checked");
    }
    return value.stringValue();
  }

  /** Null for what is not text. */
  @Nullable String member(String name) {
    JsonNode value = members.get(name);
    return value == null || !value.isString() ? null : value.stringValue();
  }

  long knownNumber(String name) {
    JsonNode value = members.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " was not checked");
    }
    return value.longValue();
  }

  long sequence() {
    return knownNumber("sequence");
  }

  String hash() {
    return known("record_hash");
  }

  @Nullable String previousHash() {
    JsonNode value = members.get("prev_hash");
    return value == null || value.isNull() ? null : value.stringValue();
  }

  String keyId() {
    return known("key_id");
  }

  /** Whether the hash that the record claims is the hash of what it says. */
  boolean isAsHashed() {
    ObjectNode hashed = members.deepCopy();
    hashed.remove(NOT_HASHED);
    return HexFormat.of()
        .formatHex(PublicKey.sha256(canonical(hashed).getBytes(UTF_8)))
        .equals(hash());
  }

  /** For numbers that are exact integers; {@link Evidence} and {@link #flat} see to that. */
  static String canonical(JsonNode tree) {
    try {
      return new JsonCanonicalizer(tree.toString()).getEncodedString();
    } catch (IOException e) {
      throw new IllegalStateException("a plain object has a canonical form", e);
    }
  }

  /** The id of the checkpoint that is signed for it; null when it has its own signature. */
  @Nullable String coveredBy() {
    return signature == null ? known("signature") : null;
  }

  boolean isSignedBy(PublicKey key) {
    return signature != null && key.hasSigned(HexFormat.of().parseHex(hash()), signature);
  }
}

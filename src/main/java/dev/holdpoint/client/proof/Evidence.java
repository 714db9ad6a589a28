package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The texts whose digests the covered records hold, each held against its record. */
final class Evidence {
  /** RFC 8785 writes such numbers as they are, and nothing else is in evidence. */
  private static final long EXACT = (1L << 53) - 1;

  /** What reads all of it calls itself for each level. */
  private static final int DEEPEST = 100;

  /** Members of a decision's record, and of its evidence, that say the same. */
  private static final Map<String, String> DECIDED =
      Map.of(
          "target", "approval_id",
          "run_id", "run_id",
          "session_id", "session_id",
          "request_digest", "digest",
          "outcome", "decision",
          "principal_id", "by");

  private final Findings findings;
  private final IntroducedKeys keys;
  private final Map<String, Due> due = new HashMap<>();
  private final Map<String, Due> met = new HashMap<>();
  private int expected;
  private int last = -1;

  /**
   * What a record says of its evidence.
   *
   * @param place of the record
   * @param order among all that have evidence, which stands in the same order
   * @param at the sequence of the checkpoint that is signed for it
   */
  record Due(
      String place,
      int order,
      String kind,
      String target,
      String digest,
      long at,
      SignedRecord record) {}

  Evidence(Findings findings) {
    this.findings = findings;
    this.keys = new IntroducedKeys(findings);
  }

  /** A record that must have evidence. */
  void expect(SignedRecord record, String place, String id, long at) throws Malformed {
    String kind = record.text("kind");
    String digest = record.text(kind.equals("admin") ? "request_digest" : "response_digest");
    Due before =
        due.put(id, new Due(place, expected, kind, record.text("target"), digest, at, record));
    expected++;
    if (before != null) {
      // Of two records with one id only one would need evidence, and votes.
      findings.add(Flaw.EVIDENCE_MISMATCH, place, id, "another record has this id");
    }
  }

  void add(ObjectNode line) throws Malformed {
    JsonNode id = line.get("action_id");
    if (id == null || !id.isString() || !SignedRecord.isUnicode(id.stringValue())) {
      throw new Malformed("action_id is not text");
    }
    String actionId = id.stringValue();
    if (!(line.get("detail") instanceof ObjectNode detail)) {
      throw new Malformed("detail is not an object");
    }
    Due record = due.remove(actionId);
    if (record == null) {
      Due again = met.get(actionId);
      findings.add(
          Flaw.EVIDENCE_MISMATCH,
          again == null ? "evidence " + actionId : again.place,
          actionId,
          again == null ? "no record has such evidence" : "the record has evidence twice");
      return;
    }
    met.put(actionId, record);
    if (record.order < last) {
      findings.add(
          Flaw.REORDERED,
          record.place,
          actionId,
          "its evidence comes after that of a later record");
    }
    last = Math.max(last, record.order);
    String hash = HexFormat.of().formatHex(PublicKey.sha256(canonical(detail).getBytes(UTF_8)));
    if (!hash.equals(record.digest)) {
      findings.add(
          Flaw.EVIDENCE_MISMATCH,
          record.place,
          actionId,
          "the evidence does not match the digest in the record");
      return;
    }
    String other = record.kind.equals("decision") ? unlike(record.record, detail) : null;
    if (other != null) {
      findings.add(
          Flaw.EVIDENCE_MISMATCH,
          record.place,
          actionId,
          "its %s is not the %s of its evidence".formatted(other, DECIDED.get(other)));
      return;
    }
    keys.read(record, actionId, detail);
  }

  void end() {
    due.forEach(
        (id, record) ->
            findings.add(
                Flaw.EVIDENCE_MISSING, record.place, id, "the evidence of the record is missing"));
  }

  /**
   * A member of a decision's record that says something else than the evidence; null when none
   * does. Votes on one request must not bear the decision of another.
   */
  static @Nullable String unlike(SignedRecord record, JsonNode evidence) {
    return DECIDED.entrySet().stream()
        .filter(
            pair ->
                !(evidence.path(pair.getValue()) instanceof StringNode said)
                    || !said.stringValue().equals(record.member(pair.getKey())))
        .map(Map.Entry::getKey)
        .sorted()
        .findFirst()
        .orElse(null);
  }

  static String canonical(JsonNode detail) throws Malformed {
    // Its bytes would be those of a question mark.
    if (!SignedRecord.isUnicode(detail.toString())) {
      throw new Malformed("it has half a surrogate pair");
    }
    checkPlain(detail, 0);
    return SignedRecord.canonical(detail);
  }

  /** The library reads numbers as doubles and recurses: only what it writes as it was is taken. */
  private static void checkPlain(JsonNode node, int depth) throws Malformed {
    if (node.isNumber() && !SignedRecord.isFrom(-EXACT, node)) {
      throw new Malformed("detail has a number that is not an exact integer");
    }
    if (depth > DEEPEST) {
      throw new Malformed("detail has more than %d levels".formatted(DEEPEST));
    }
    for (JsonNode child : node) {
      checkPlain(child, depth + 1);
    }
  }
}

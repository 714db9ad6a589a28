package dev.holdpoint.client.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What somebody might do to an export that has a run of four actions or more, which is not the
 * last, another of two, and a key that was changed; and what it must be called.
 */
@SuppressWarnings("ImmutableEnumChecker")
public enum Tampering {
  CONTENT_CHANGED(Flaw.CHANGED, on("action", 1, r -> r.put("target", "elsewhere"))),
  DIGEST_CHANGED(Flaw.CHANGED, on("action", 0, r -> r.put("request_digest", "f".repeat(64)))),
  TIME_CHANGED(Flaw.CHANGED, on("action", 2, r -> r.put("timestamp_ms", 1))),
  MEMBER_ADDED(Flaw.CHANGED, on("action", 1, r -> r.put("note", "harmless"))),
  MEMBER_DROPPED(Flaw.CHANGED, on("action", 1, r -> r.remove("outcome"))),
  CONTENT_HASHED_ANEW(Flaw.BAD_SIGNATURE, on("action", 1, Tampering::rehash)),
  SIGNED_BY_A_STRANGER(Flaw.UNKNOWN_KEY, on("action", 1, r -> stranger().sign(r))),
  SIGNATURE_OF_ANOTHER(
      Flaw.BAD_SIGNATURE,
      records ->
          records
              .of("action", 1)
              .put("signature", records.of("action", 0).path("signature").asString())),
  FIRST_REMOVED(Flaw.REMOVED, removed("action", 0, 1)),
  MIDDLE_REMOVED(Flaw.REMOVED, removed("action", 1, 1)),
  TAIL_CUT(Flaw.TRUNCATED, records -> records.remove(records.run(0).getLast())),
  TAIL_ADDED(
      Flaw.INSERTED,
      records -> {
        ObjectNode last = records.run(0).getLast();
        ObjectNode more = last.deepCopy();
        record(more).put("sequence", record(last).path("sequence").asInt() + 1);
        record(more).put("prev_hash", record(last).path("record_hash").asString());
        rehash(record(more));
        records.lines.add(records.lines.indexOf(last) + 1, more);
      }),
  RUN_REMOVED(Flaw.MISSING_RUN, records -> records.run(1).forEach(records::remove)),
  RUN_REMOVED_WITH_ITS_CHECKPOINTS(
      Flaw.REMOVED,
      records -> {
        String run = record(records.run(0).getFirst()).path("run_id").asString();
        records.lines.removeIf(l -> l.path("record").path("run_id").asString("").equals(run));
      }),
  RUN_INVENTED(
      Flaw.RUN_WITHOUT_CHECKPOINT,
      records -> {
        ObjectNode invented = records.run(0).getFirst().deepCopy();
        record(invented).put("run_id", "run_0");
        rehash(record(invented));
        records.addAction(invented);
      }),
  RUN_TORN_APART(
      Flaw.REORDERED,
      records -> {
        ObjectNode torn = records.run(0).getLast();
        records.remove(torn);
        records.addAction(torn);
      }),
  SWAPPED(Flaw.REORDERED, swapped("action", 1)),
  REPEATED(Flaw.FORK, repeated("action", 1)),
  CHECKPOINT_CHANGED(Flaw.CHANGED, on("checkpoint", 2, r -> r.put("timestamp_ms", 1))),
  CHECKPOINT_HASHED_ANEW(Flaw.BAD_SIGNATURE, on("checkpoint", 2, Tampering::rehash)),
  CHECKPOINT_REMOVED(Flaw.REMOVED, removed("checkpoint", 2, 1)),
  CHECKPOINTS_SWAPPED(Flaw.REORDERED, swapped("checkpoint", 2)),
  CHECKPOINT_REPEATED(Flaw.FORK, repeated("checkpoint", 2)),
  BEGINNING_REMOVED(Flaw.REMOVED, removed("checkpoint", 0, 1)),
  ROTATION_REMOVED(
      Flaw.UNKNOWN_KEY,
      records ->
          records.lines.removeIf(
              l ->
                  l.path("record").path("type").asString("").equals("key")
                      && l.path("record").path("sequence").asInt() > 1)),
  KEY_INVENTED(
      Flaw.UNKNOWN_KEY,
      records -> {
        PaperLedger.Pen pen = stranger();
        ObjectNode line = records.lines.get(1).deepCopy();
        records.lines.add(
            2, line.put("key_id", pen.id()).put("public_key", Base64Url.encode(pen.raw())));
      }),
  COVERED_RECORD_CHANGED(Flaw.CHANGED, onCovered("action", r -> r.put("outcome", "deny"))),
  COVERED_RECORD_REHASHED(Flaw.CHECKPOINT_MISMATCH, onCovered("action", Tampering::rehash)),
  COVERED_BY_NOBODY(
      Flaw.UNCOVERED, onCovered("action", r -> r.put("signature", "ckp_" + "0".repeat(26)))),
  COVERED_BY_ANOTHER(
      Flaw.UNCOVERED,
      records ->
          records
              .covered("action")
              .put("signature", records.of("checkpoint", 0).path("checkpoint_id").asString())),
  TOOL_RECORD_COVERED(
      Flaw.MALFORMED,
      on(
          "action",
          1,
          r -> r.put("signature_alg", "checkpoint").put("signature", "ckp_" + "0".repeat(26)))),
  EVIDENCE_CHANGED(
      Flaw.EVIDENCE_MISMATCH,
      records -> ((ObjectNode) records.line("evidence", 0).get("detail")).put("by", "somebody")),
  EVIDENCE_REMOVED(Flaw.EVIDENCE_MISSING, removed("evidence", 0, 1)),
  EVIDENCE_REPEATED(Flaw.EVIDENCE_MISMATCH, repeated("evidence", 0)),
  EVIDENCE_INVENTED(
      Flaw.EVIDENCE_MISMATCH,
      records -> {
        ObjectNode more = records.line("evidence", 0).deepCopy();
        records.lines.add(
            records.lines.size() - 1,
            more.put("action_id", records.of("action", 1).path("action_id").asString()));
      }),
  EVIDENCE_MOVED(Flaw.REORDERED, swapped("evidence", 0)),
  EVIDENCE_NOT_COUNTED(Flaw.INCOMPLETE, records -> records.lines.getLast().put("evidence", 77)),
  LEDGER_RENAMED(Flaw.OTHER_LEDGER, records -> records.lines.getFirst().put("ledger_id", "x")),
  HEADER_REMOVED(Flaw.MALFORMED, records -> records.lines.removeFirst()),
  FORMAT_CHANGED(Flaw.MALFORMED, records -> records.lines.getFirst().put("format", "other/1")),
  END_REMOVED(Flaw.INCOMPLETE, records -> records.lines.removeLast()),
  END_CHANGED(Flaw.INCOMPLETE, records -> records.lines.getLast().put("actions", 1)),
  SOMETHING_AFTER_THE_END(
      Flaw.MALFORMED, records -> records.lines.add(records.run(0).getFirst().deepCopy())),
  ALGORITHM_CHANGED(Flaw.MALFORMED, on("action", 1, r -> r.put("signature_alg", "none"))),
  SIGNATURE_CUT(Flaw.MALFORMED, on("action", 1, r -> edit(r, "signature", s -> s.substring(4)))),
  SIGNATURE_PADDED(Flaw.MALFORMED, on("action", 1, r -> edit(r, "signature", s -> s + "=="))),
  SIGNATURE_WITH_STRAY_BITS(
      Flaw.MALFORMED, on("action", 1, r -> edit(r, "signature", Tampering::strayBits))),
  HASH_IN_CAPITALS(
      Flaw.MALFORMED,
      on(
          "action",
          1,
          r -> r.put("record_hash", "A" + r.path("record_hash").asString().substring(1)))),
  TYPE_UNKNOWN(Flaw.MALFORMED, records -> records.run(0).getFirst().put("type", "remark")),
  BESIDE_THE_RECORD(Flaw.MALFORMED, records -> records.run(0).getFirst().put("note", "x")),
  MEMBER_TWICE(Flaw.MALFORMED, "\"target\":", "\"target\":\"shown\",\"target\":"),
  NUMBER_WITH_A_POINT(Flaw.MALFORMED, "\"sequence\":1,", "\"sequence\":1.0,"),
  HALF_A_SURROGATE(Flaw.MALFORMED, "\"target\":\"", "\"target\":\"\\ud800"),
  LINE_TORN(Flaw.MALFORMED, "\"target\":", "\n");

  private static final JsonMapper JSON = new JsonMapper();

  private final Flaw flaw;
  private final Consumer<Records> how;
  private final String text;
  private final String replacement;

  Tampering(Flaw flaw, Consumer<Records> how) {
    this.flaw = flaw;
    this.how = how;
    this.text = "";
    this.replacement = "";
  }

  /** In the text of an action, as JSON libraries do not write such things. */
  Tampering(Flaw flaw, String text, String replacement) {
    this.flaw = flaw;
    this.how = _ -> {};
    this.text = text;
    this.replacement = replacement;
  }

  /** What it must be called, among other things perhaps. */
  public Flaw flaw() {
    return flaw;
  }

  public List<String> applyTo(List<String> export) {
    Records records = new Records(export);
    how.accept(records);
    records.count(this == END_CHANGED || this == EVIDENCE_NOT_COUNTED);
    List<String> lines = new ArrayList<>(records.lines.stream().map(JsonNode::toString).toList());
    if (!text.isEmpty()) {
      int at =
          IntStream.range(0, lines.size())
              .filter(i -> lines.get(i).startsWith("{\"type\":\"action\""))
              .filter(i -> lines.get(i).contains(text))
              .findFirst()
              .orElseThrow();
      lines.set(at, lines.get(at).replace(text, replacement));
    }
    return lines;
  }

  /** The lines of an export as trees. */
  private static final class Records {
    final List<ObjectNode> lines = new ArrayList<>();
    private final List<List<ObjectNode>> runs = new ArrayList<>();

    Records(List<String> export) {
      export.forEach(line -> lines.add((ObjectNode) JSON.readTree(line)));
      lines.stream()
          .filter(line -> line.path("type").asString().equals("action"))
          .filter(line -> !line.path("record").path("run_id").asString().equals("admin"))
          .collect(
              Collectors.groupingBy(
                  line -> line.path("record").path("run_id").asString(),
                  LinkedHashMap::new,
                  Collectors.toList()))
          .values()
          .forEach(runs::add);
      runs.sort(Comparator.comparingInt((List<ObjectNode> run) -> -run.size()));
    }

    /** The longest first. */
    List<ObjectNode> run(int index) {
      return runs.get(index);
    }

    /** Behind all other actions. */
    void addAction(ObjectNode line) {
      int last = 0;
      for (int i = 0; i < lines.size(); i++) {
        last = lines.get(i).path("type").asString().equals("action") ? i : last;
      }
      lines.add(last + 1, line);
    }

    /** Of the actions of the longest run, one that has a signature of its own. */
    ObjectNode line(String type, int index) {
      return type.equals("action")
          ? run(0).stream()
              .filter(line -> record(line).path("signature_alg").asString().equals("ed25519"))
              .skip(index)
              .findFirst()
              .orElseThrow()
          : lines.stream()
              .filter(line -> line.path("type").asString().equals(type))
              .skip(index)
              .findFirst()
              .orElseThrow();
    }

    /** The first for which a checkpoint is signed. */
    ObjectNode covered(String type) {
      return lines.stream()
          .filter(line -> line.path("type").asString().equals(type))
          .map(Tampering::record)
          .filter(record -> record.path("signature_alg").asString().equals("checkpoint"))
          .findFirst()
          .orElseThrow();
    }

    ObjectNode of(String type, int index) {
      return record(line(type, index));
    }

    void remove(ObjectNode line) {
      lines.remove(line);
    }

    /** Whoever forges an export does not forget its last line. */
    void count(boolean leave) {
      ObjectNode end = lines.getLast();
      if (!leave && end.path("type").asString().equals("end")) {
        for (String type : List.of("checkpoint", "action")) {
          Predicate<ObjectNode> such = line -> line.path("type").asString().equals(type);
          end.put(type + "s", lines.stream().filter(such).count());
        }
        Predicate<ObjectNode> such = line -> line.path("type").asString().equals("evidence");
        end.put("evidence", lines.stream().filter(such).count());
      }
    }
  }

  private static ObjectNode record(ObjectNode line) {
    return (ObjectNode) line.get("record");
  }

  private static PaperLedger.Pen stranger() {
    return PaperLedger.Pen.make();
  }

  /** Changes the content and makes the hash fit, as anybody can; the signature stays. */
  private static void rehash(ObjectNode record) {
    String signature = record.path("signature").asString();
    String keyId = record.path("key_id").asString();
    String algorithm = record.path("signature_alg").asString();
    record.put("timestamp_ms", record.path("timestamp_ms").asLong() + 1);
    stranger().sign(record);
    record.put("signature", signature).put("key_id", keyId).put("signature_alg", algorithm);
  }

  private static void edit(ObjectNode record, String name, UnaryOperator<String> how) {
    record.put(name, how.apply(record.path(name).asString()));
  }

  /** The last character of 64 bytes carries two bits; the other four are ignored by many. */
  private static String strayBits(String signature) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char last = signature.charAt(signature.length() - 1);
    return signature.substring(0, signature.length() - 1)
        + alphabet.charAt(alphabet.indexOf(last) + 1);
  }

  private static Consumer<Records> on(String type, int index, Consumer<ObjectNode> how) {
    return records -> how.accept(records.of(type, index));
  }

  private static Consumer<Records> onCovered(String type, Consumer<ObjectNode> how) {
    return records -> how.accept(records.covered(type));
  }

  private static Consumer<Records> removed(String type, int index, int count) {
    return records ->
        IntStream.range(index, index + count)
            .mapToObj(i -> records.line(type, i))
            .toList()
            .forEach(records::remove);
  }

  private static Consumer<Records> swapped(String type, int index) {
    return records ->
        Collections.swap(
            records.lines,
            records.lines.indexOf(records.line(type, index)),
            records.lines.indexOf(records.line(type, index + 1)));
  }

  private static Consumer<Records> repeated(String type, int index) {
    return records -> {
      ObjectNode line = records.line(type, index);
      records.lines.add(records.lines.indexOf(line) + 1, line.deepCopy());
    };
  }
}

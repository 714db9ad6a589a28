package dev.holdpoint.client.proof;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads an export once, from its header to its end, and tells all that is wrong with it. What it
 * keeps in memory grows with the runs and by eight bytes with each checkpoint.
 */
public final class Verifier {
  public static final String FORMAT = "holdpoint-audit/2";

  /** What was written before; it has no evidence, and every record its own signature. */
  private static final String FORMAT_1 = "holdpoint-audit/1";

  // A member given twice could show one value to us and another to somebody else.
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** The parts of an export, in their order. */
  private enum Part {
    HEADER("format ledger_id exported_at_ms version"),
    KEY("key_id public_key added_at_ms"),
    CHECKPOINT("record"),
    ACTION("record"),
    EVIDENCE("action_id detail"),
    END("checkpoints actions evidence");

    private final String members;

    Part(String members) {
      this.members = members;
    }

    /** All that such a line has in addition to its type. */
    List<String> members(int format) {
      List<String> all = List.of(members.split(" ", -1));
      return this == END && format == 1 ? all.subList(0, 2) : all;
    }
  }

  private final Findings findings = new Findings();
  private final Checkpoints checkpoints;
  private final Evidence evidence;
  private final Actions actions;
  private final TrustedKeys trust;
  private final WitnessedHeads witnessed;
  private int format = 2;
  private @Nullable Part part;
  private @Nullable String ledgerId;
  private long checkpointLines;
  private long actionLines;
  private long evidenceLines;

  private Verifier(TrustedKeys trust) throws IOException {
    this.trust = trust;
    this.witnessed = new WitnessedHeads(trust.witness(), findings);
    this.checkpoints = new Checkpoints(trust, witnessed, findings);
    this.evidence = new Evidence(findings);
    this.actions = new Actions(checkpoints, evidence, findings);
  }

  /** Reads to the end of the stream and leaves it open. */
  public static ProofVerdict verify(InputStream export, TrustedKeys trust) throws IOException {
    Verifier verifier = new Verifier(trust);
    Lines lines = new Lines(export);
    while (lines.next()) {
      try {
        verifier.line(lines.text());
      } catch (Malformed e) {
        verifier.findings.add(
            Flaw.MALFORMED, "line " + lines.number(), String.valueOf(e.getMessage()));
      }
    }
    return verifier.verdict();
  }

  private void line(String text) throws Malformed {
    ObjectNode line = object(text);
    Part now = part(line);
    Part before = part;
    boolean inPlace =
        before == null
            ? now == Part.HEADER
            : before != Part.END && now != Part.HEADER && now.compareTo(before) >= 0;
    if (before != null && !inPlace) {
      throw new Malformed("a line of type " + line.get("type") + " is not allowed here");
    }
    if (now.compareTo(Part.ACTION) >= 0) {
      checkpoints.end();
    }
    part = now;
    switch (now) {
      case HEADER -> header(line);
      case KEY -> checkpoints.listed(line);
      case CHECKPOINT -> {
        checkpointLines++;
        checkpoints.add(SignedRecord.checkpoint(line.get("record"), format), ledgerId);
      }
      case ACTION -> {
        actionLines++;
        actions.add(SignedRecord.action(line.get("record"), format));
      }
      case EVIDENCE -> {
        if (format == 1) {
          throw new Malformed("an export of format 1 has no evidence");
        }
        evidenceLines++;
        evidence.add(line);
      }
      case END -> end(line);
    }
    if (!inPlace) {
      throw new Malformed("the export does not begin with its header");
    }
  }

  static ObjectNode object(String text) throws Malformed {
    JsonNode tree;
    try {
      tree = JSON.readTree(text);
    } catch (JacksonException e) {
      throw new Malformed("it is not a JSON object: " + e.getOriginalMessage());
    } catch (NumberFormatException _) {
      // Thrown bare for an exponent that no number can hold.
      throw new Malformed("it is not a JSON object: a number is out of range");
    }
    if (tree instanceof ObjectNode object) {
      return object;
    }
    throw new Malformed("it is not a JSON object");
  }

  private Part part(ObjectNode line) throws Malformed {
    JsonNode type = line.get("type");
    for (Part part : Part.values()) {
      if (type != null
          && type.isString()
          && type.stringValue().equals(part.name().toLowerCase(Locale.ROOT))) {
        // What stands beside a record is not signed, so there is no room for more.
        List<String> members = part.members(format);
        if (line.size() != members.size() + 1 || !members.stream().allMatch(line::has)) {
          throw new Malformed(
              "a line of type " + type + " must have type and " + String.join(", ", members));
        }
        return part;
      }
    }
    throw new Malformed("its type is unknown");
  }

  private void header(ObjectNode line) throws Malformed {
    JsonNode id = line.get("ledger_id");
    if (id == null || !id.isString()) {
      throw new Malformed("ledger_id is not text");
    }
    ledgerId = id.stringValue();
    JsonNode version = line.get("version");
    if (version == null
        || !version.isString()
        || !SignedRecord.isFrom(0, line.get("exported_at_ms"))) {
      throw new Malformed("exported_at_ms is not a time, or version is not text");
    }
    String named = line.path("format").asString("");
    if (!named.equals(FORMAT) && !named.equals(FORMAT_1)) {
      throw new Malformed(
          "the format is neither " + FORMAT_1 + " nor " + FORMAT + ", which this program supports");
    }
    format = named.equals(FORMAT_1) ? 1 : 2;
  }

  private void end(ObjectNode line) {
    if (isNot(line.get("checkpoints"), checkpointLines)
        || isNot(line.get("actions"), actionLines)
        || (format > 1 && isNot(line.get("evidence"), evidenceLines))) {
      findings.add(
          Flaw.INCOMPLETE,
          "export",
          "it has %d checkpoints, %d actions and %d pieces of evidence, but its last line has other numbers"
              .formatted(checkpointLines, actionLines, evidenceLines));
    }
  }

  private static boolean isNot(@Nullable JsonNode value, long count) {
    return value == null
        || !value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() != count;
  }

  private ProofVerdict verdict() throws IOException {
    if (part != Part.END) {
      findings.add(Flaw.INCOMPLETE, "export", "its last line is missing; export it again");
    }
    checkpoints.end();
    actions.end();
    evidence.end();
    witnessed.check(ledgerId, checkpoints::key);
    return new ProofVerdict(
        findings.count() == 0,
        trust.key() != null,
        ledgerId,
        checkpoints.lastSequence(),
        checkpoints.lastHash(),
        checkpoints.keyIds(),
        checkpointLines,
        checkpoints.commitsLost(),
        actions.runs(),
        actionLines,
        findings.count(),
        findings.kept());
  }
}

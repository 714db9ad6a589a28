package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The heads that a witness has noted, each held against the export. The file is read twice, so that
 * only places and hashes are in memory. A line that was cut short when the daemon died is passed
 * over: it says nothing.
 */
public final class WitnessedHeads {
  private static final String FORMAT = "holdpoint-witness/1";
  private static final String BEGINNING = "{\"format\":\"" + FORMAT + '"';
  private static final String TYPE = "holdpoint-witness+jwt";
  private static final Set<String> MEMBERS =
      Set.of("format", "ledger_id", "sequence", "head_hash", "at_ms", "jws");

  private final @Nullable Path file;
  private final Findings findings;

  /** The hash of the export at each place that a line names; empty where it has none. */
  private final Map<Long, String> found = new HashMap<>();

  WitnessedHeads(@Nullable Path file, Findings findings) throws IOException {
    this.file = file;
    this.findings = findings;
    read(file, (_, line) -> found.put(line.sequence, ""));
  }

  /**
   * @param told all but the signature
   */
  private record Line(
      String ledgerId, long sequence, String headHash, ObjectNode told, String jws) {
    static Line of(String text) throws Malformed {
      ObjectNode line = Verifier.object(text);
      if (!Set.copyOf(line.propertyNames()).equals(MEMBERS)
          || !line.path("format").asString("").equals(FORMAT)) {
        throw new Malformed("it is not a line of format " + FORMAT);
      }
      JsonNode sequence = line.path("sequence");
      if (!isExact(sequence) || !isExact(line.path("at_ms"))) {
        throw new Malformed("sequence or at_ms is not an integer from 1");
      }
      String hash = line.path("head_hash").asString("");
      JsonNode ledger = line.path("ledger_id");
      JsonNode jws = line.path("jws");
      if (!SignedRecord.HASH.matcher(hash).matches() || !ledger.isString() || !jws.isString()) {
        throw new Malformed("ledger_id, head_hash or jws is not what it must be");
      }
      ObjectNode told = line.deepCopy();
      told.remove("jws");
      return new Line(ledger.stringValue(), sequence.longValue(), hash, told, jws.stringValue());
    }

    private static boolean isExact(JsonNode value) {
      return value.isIntegralNumber()
          && value.canConvertToLong()
          && value.longValue() > 0
          && value.longValue() < 1L << 53;
    }

    /** The id of the key that it names, after all but the signature was found in order. */
    String keyId() throws Malformed {
      String[] parts = jws.split("\\.", -1);
      JsonNode head =
          parts.length == 3
              ? Verifier.object(new String(Base64Url.decode(parts[0]), UTF_8))
              : JsonNodeFactory.instance.objectNode();
      String id = head.path("kid").asString("");
      ObjectNode header =
          JsonNodeFactory.instance.objectNode().put("alg", "EdDSA").put("kid", id).put("typ", TYPE);
      if (!jws.startsWith(encoded(header) + "." + encoded(told) + ".")) {
        throw new Malformed("its jws is not of this line");
      }
      return id;
    }

    private static String encoded(ObjectNode part) {
      return Base64Url.encode(SignedRecord.canonical(part).getBytes(UTF_8));
    }

    void checkSignature(PublicKey key) throws Malformed {
      int dot = jws.lastIndexOf('.');
      if (!key.hasSigned(
          jws.substring(0, dot).getBytes(UTF_8), Base64Url.decode(jws.substring(dot + 1)))) {
        throw new Malformed("the signature of the key " + key.id() + " is not valid");
      }
    }
  }

  private interface Each {
    void take(long number, Line line) throws Malformed;
  }

  /** Gives what cannot be read; lines that were cut short are none of it. */
  private static List<Finding> read(@Nullable Path file, Each each) throws IOException {
    List<Finding> bad = new ArrayList<>();
    if (file == null) {
      return bad;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      Lines lines = new Lines(in);
      while (lines.next()) {
        try {
          String text = lines.text();
          if (!isTorn(text)) {
            each.take(lines.number(), Line.of(text));
          }
        } catch (Malformed e) {
          bad.add(
              new Finding(
                  Flaw.MALFORMED, place(lines.number()), null, String.valueOf(e.getMessage())));
        }
      }
    }
    return bad;
  }

  /** The daemon writes a line at once: a torn one begins as all do, and lacks its last brace. */
  private static boolean isTorn(String text) {
    return !text.endsWith("}") && (text.startsWith(BEGINNING) || BEGINNING.startsWith(text));
  }

  private static String place(long line) {
    return "witness line " + line;
  }

  /** The lines that were cut short, counted from 1. */
  public static List<Long> torn(Path file) throws IOException {
    List<Long> torn = new ArrayList<>();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      Lines lines = new Lines(in);
      while (lines.next()) {
        try {
          if (isTorn(lines.text())) {
            torn.add(lines.number());
          }
        } catch (Malformed _) {
          // It is told as such.
        }
      }
    }
    return torn;
  }

  void seen(long sequence, String hash) {
    found.replace(sequence, hash);
  }

  /** When all of the export was read. */
  void check(@Nullable String ledgerId, Function<String, @Nullable PublicKey> keys)
      throws IOException {
    List<Finding> bad =
        read(
            file,
            (number, line) -> {
              PublicKey key = keys.apply(line.keyId());
              boolean there = line.headHash.equals(found.get(line.sequence));
              if (key != null) {
                line.checkSignature(key);
              } else if (there) {
                throw new Malformed("the checkpoint chain does not introduce its key");
              }
              if (!line.ledgerId.equals(ledgerId)) {
                findings.add(Flaw.OTHER_LEDGER, place(number), "it belongs to a different ledger");
              } else if (!there) {
                // Its key may be gone with the rest.
                findings.add(
                    Flaw.TRUNCATED,
                    place(number),
                    "the head %s at checkpoint %d is missing"
                        .formatted(line.headHash, line.sequence));
              }
            });
    bad.forEach(one -> findings.add(one.flaw(), one.place(), one.detail()));
  }
}

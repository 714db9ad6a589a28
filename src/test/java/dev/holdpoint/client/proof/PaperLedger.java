package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.CanonicalJson;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A ledger that lives in memory only, kept by the rules that the daemon's is kept by. */
final class PaperLedger {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String ID = "ldg_paper";

  private final List<ObjectNode> keyLines = new ArrayList<>();
  private final List<ObjectNode> checkpoints = new ArrayList<>();
  private final Map<String, List<ObjectNode>> runs = new LinkedHashMap<>();
  private final Set<String> touched = new LinkedHashSet<>();
  private Pen pen;
  private long clock = 1_800_000_000_000L;

  /** A key pair of the JDK's own making. */
  record Pen(KeyPair pair) {
    static Pen make() {
      try {
        return new Pen(KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    byte[] raw() {
      byte[] encoded = pair.getPublic().getEncoded();
      return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    }

    String id() {
      return HexFormat.of().formatHex(PublicKey.sha256(raw()), 0, 8);
    }

    PublicKey publicKey() {
      try {
        return PublicKey.ofRaw(raw());
      } catch (Malformed e) {
        throw new IllegalStateException(e);
      }
    }

    /** Hashes and signs a record anew. */
    void sign(ObjectNode record) {
      record.remove(List.of("record_hash", "signature_alg", "key_id", "signature"));
      byte[] hash = PublicKey.sha256(CanonicalJson.of(record).getBytes(UTF_8));
      try {
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update(hash);
        record
            .put("record_hash", HexFormat.of().formatHex(hash))
            .put("signature_alg", "ed25519")
            .put("key_id", id())
            .put("signature", Base64Url.encode(signature.sign()));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  PaperLedger() {
    this(Pen.make());
  }

  PaperLedger(Pen first) {
    pen = first;
    introduce(first, first);
  }

  Pen pen() {
    return pen;
  }

  void rotate() {
    Pen next = Pen.make();
    introduce(next, pen);
    pen = next;
    // As the daemon does: the new key says itself that it has taken over.
    introduce(next, next);
  }

  private void introduce(Pen added, Pen signer) {
    if (keyLines.stream().noneMatch(line -> line.path("key_id").asString().equals(added.id()))) {
      keyLines.add(
          JSON.createObjectNode()
              .put("type", "key")
              .put("key_id", added.id())
              .put("public_key", Base64Url.encode(added.raw()))
              .put("added_at_ms", clock));
    }
    checkpoint("key", null, null, null, added, signer);
  }

  PaperLedger act(String run, String target) {
    List<ObjectNode> chain = runs.computeIfAbsent(run, _ -> new ArrayList<>());
    boolean request = chain.size() % 2 == 0;
    ObjectNode record =
        JSON.createObjectNode()
            .put("action_id", "act_" + clock)
            .put("sequence", chain.size() + 1)
            .put("timestamp_ms", clock++)
            .put("session_id", "paper")
            .put("agent_id", "paper")
            .put("run_id", run)
            .put("tool_call_id", "call_1")
            .put("principal_id", "admin")
            .putNull("parent_principal_id")
            .putNull("grant_id")
            .put("phase", request ? "request" : "response")
            .put("kind", "tool_process")
            .put("target", target)
            .put("request_digest", "0".repeat(64))
            .put("response_digest", request ? null : "1".repeat(64))
            .put("outcome", request ? null : "ok")
            .put("prev_hash", chain.isEmpty() ? null : hash(chain.getLast()));
    pen.sign(record);
    chain.add(record);
    touched.add(run);
    return this;
  }

  PaperLedger commit() {
    for (String run : touched) {
      List<ObjectNode> chain = Objects.requireNonNull(runs.get(run));
      checkpoint("checkpoint", run, chain.size(), hash(chain.getLast()), null, pen);
    }
    touched.clear();
    return this;
  }

  private void checkpoint(
      String type,
      @Nullable String run,
      @Nullable Integer count,
      @Nullable String lastHash,
      @Nullable Pen added,
      Pen signer) {
    ObjectNode record =
        JSON.createObjectNode()
            .put("checkpoint_id", "ckp_" + clock)
            .put("sequence", checkpoints.size() + 1)
            .put("timestamp_ms", clock++)
            .put("ledger_id", ID)
            .put("type", type)
            .put("run_id", run)
            .put("session_id", run == null ? null : "paper")
            .put("count", count)
            .put("last_hash", lastHash)
            .put("key_id_added", added == null ? null : added.id())
            .put("public_key_added", added == null ? null : Base64Url.encode(added.raw()))
            .put("prev_hash", checkpoints.isEmpty() ? null : hash(checkpoints.getLast()));
    signer.sign(record);
    checkpoints.add(record);
  }

  private static String hash(ObjectNode record) {
    return record.path("record_hash").asString();
  }

  List<String> export() {
    List<String> lines = new ArrayList<>();
    lines.add(
        JSON.createObjectNode()
            .put("type", "header")
            .put("format", Verifier.FORMAT)
            .put("ledger_id", ID)
            .put("exported_at_ms", clock)
            .put("version", "test")
            .toString());
    keyLines.forEach(line -> lines.add(line.toString()));
    checkpoints.forEach(record -> lines.add(line("checkpoint", record)));
    runs.values().forEach(chain -> chain.forEach(record -> lines.add(line("action", record))));
    long actions = runs.values().stream().mapToLong(List::size).sum();
    lines.add(
        JSON.createObjectNode()
            .put("type", "end")
            .put("checkpoints", checkpoints.size())
            .put("actions", actions)
            .toString());
    return lines;
  }

  private static String line(String type, ObjectNode record) {
    ObjectNode line = JSON.createObjectNode().put("type", type);
    line.set("record", record);
    return line.toString();
  }
}

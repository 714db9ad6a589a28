package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.engine.json.CanonicalJson;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A ledger that lives in memory only, kept by the rules that the daemon's is kept by. */
final class PaperLedger {
  static final JsonMapper JSON = new JsonMapper();
  private static final String ID = "ldg_paper";

  private final List<ObjectNode> keyLines = new ArrayList<>();
  private final List<ObjectNode> checkpoints = new ArrayList<>();
  private final Map<String, List<ObjectNode>> runs = new LinkedHashMap<>();
  private final Set<String> touched = new LinkedHashSet<>();
  private final List<ObjectNode> open = new ArrayList<>();
  private final List<ObjectNode> evidence = new ArrayList<>();
  private int format = 2;
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
      byte[] hash = hash(record);
      record
          .put("record_hash", HexFormat.of().formatHex(hash))
          .put("signature_alg", "ed25519")
          .put("key_id", id())
          .put("signature", Base64Url.encode(sign(hash)));
    }

    /** Hashes a record for which a checkpoint is signed. */
    void cover(ObjectNode record, String checkpointId) {
      byte[] hash = hash(record);
      record
          .put("record_hash", HexFormat.of().formatHex(hash))
          .put("signature_alg", "checkpoint")
          .put("key_id", id())
          .put("signature", checkpointId);
    }

    private static byte[] hash(ObjectNode record) {
      record.remove(List.of("record_hash", "signature_alg", "key_id", "signature"));
      return PublicKey.sha256(CanonicalJson.of(record).getBytes(UTF_8));
    }

    byte[] sign(byte[] bytes) {
      try {
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update(bytes);
        return signature.sign();
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

  /** As it was exported before there was evidence: every record has its own signature. */
  static PaperLedger ofBefore(Pen first) {
    PaperLedger ledger = new PaperLedger(first);
    ledger.format = 1;
    return ledger;
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

  /** A decision, with evidence that has this much more in it. */
  PaperLedger decide(String run, ObjectNode detail) {
    return decide(run, detail, _ -> {});
  }

  /** The same, whose record says something else than it should. */
  PaperLedger decide(String run, ObjectNode detail, Consumer<ObjectNode> bend) {
    ObjectNode whole = detail.deepCopy().put("run_id", run).put("session_id", "paper");
    Map.of("approval_id", "apr_1", "by", "admin", "decision", "allow", "digest", "a".repeat(64))
        .forEach(
            (name, value) -> {
              if (!whole.has(name)) {
                whole.put(name, value);
              }
            });
    return covered(run, "decision", "apr_1", whole, bend);
  }

  /** What an approver has signed for {@code apr_1}. */
  static ObjectNode signed(String keyId, Pen pen, int version, long atMs) {
    ObjectNode detail =
        JSON.createObjectNode()
            .put("approval_id", "apr_1")
            .put("digest", "a".repeat(64))
            .put("revision", 1)
            .put("decision", "allow")
            .put("at_ms", atMs);
    ObjectNode vote =
        detail
            .putArray("votes")
            .addObject()
            .put("by", "approver_key:" + keyId)
            .put("at_ms", atMs)
            .put("decision", "approve");
    ObjectNode signature = vote.putObject("signature");
    if (version > 1) {
      signature.put("version", version).put("secrets", "b".repeat(64));
    }
    signature.put("key_id", keyId).put("algorithm", "ed25519").put("exp", 1_782_813_720L);
    String payload =
        version == 1
            ? "{\"approval_id\":\"apr_1\",\"decision\":\"approve\",\"exp\":1782813720}"
            : "{\"approval_id\":\"apr_1\",\"decision\":\"approve\",\"digest\":\"%s\",\"exp\":1782813720,\"revision\":1,\"secrets\":\"%s\",\"v\":2}"
                .formatted("a".repeat(64), "b".repeat(64));
    signature.put("value", Base64Url.encode(pen.sign(payload.getBytes(UTF_8))));
    vote.set("key", key(keyId, pen));
    return detail;
  }

  /** The same by a passkey, which is named by its credential when it is sent. */
  static ObjectNode signed(String keyId, Authenticator passkey, long atMs) {
    ObjectNode detail = signed(keyId, Pen.make(), 2, atMs);
    ObjectNode vote = (ObjectNode) detail.path("votes").path(0);
    String payload =
        "{\"approval_id\":\"apr_1\",\"decision\":\"approve\",\"digest\":\"%s\",\"exp\":1782813720,\"revision\":1,\"secrets\":null,\"v\":2}"
            .formatted("a".repeat(64));
    vote.set("signature", passkey.decides(payload, 1_782_813_720L).put("key_id", keyId));
    vote.set("key", key(keyId, passkey));
    return detail;
  }

  static ObjectNode key(String keyId, Authenticator passkey) {
    return JSON.createObjectNode()
        .put("key_id", keyId)
        .put("algorithm", "webauthn")
        .put("public_key", passkey.publicKey())
        .put("credential_id", passkey.credentialId());
  }

  static ObjectNode key(String keyId, Pen pen) {
    return JSON.createObjectNode()
        .put("key_id", keyId)
        .put("algorithm", "ed25519")
        .put("public_key", Base64Url.encode(pen.raw()));
  }

  PaperLedger administer(String target, ObjectNode what) {
    ObjectNode detail = JSON.createObjectNode().put("request_id", "req_1");
    detail.set("what", what);
    return covered("admin", "admin", target, detail, _ -> {});
  }

  static ObjectNode adopted(ObjectNode... keys) {
    ObjectNode what = JSON.createObjectNode();
    what.putArray("approver_keys").addAll(List.of(keys));
    return what;
  }

  private PaperLedger covered(
      String run, String kind, String target, ObjectNode detail, Consumer<ObjectNode> bend) {
    List<ObjectNode> chain = runs.computeIfAbsent(run, _ -> new ArrayList<>());
    ObjectNode record = action(run, kind, target, chain);
    String digest =
        HexFormat.of().formatHex(PublicKey.sha256(CanonicalJson.of(detail).getBytes(UTF_8)));
    record
        .put("phase", "response")
        .put("request_digest", kind.equals("admin") ? digest : "0".repeat(64))
        .put("response_digest", kind.equals("admin") ? null : digest);
    if (kind.equals("decision")) {
      record
          .put("request_digest", detail.path("digest").asString())
          .put("outcome", detail.path("decision").asString())
          .put("principal_id", detail.path("by").asString());
    }
    bend.accept(record);
    pen.cover(record, "");
    open.add(record);
    chain.add(record);
    touched.add(run);
    ObjectNode line =
        JSON.createObjectNode()
            .put("type", "evidence")
            .put("action_id", record.path("action_id").asString());
    line.set("detail", detail);
    evidence.add(line);
    return this;
  }

  PaperLedger act(String run, String target) {
    return act(run, "tool_process", target);
  }

  PaperLedger act(String run, String kind, String target) {
    List<ObjectNode> chain = runs.computeIfAbsent(run, _ -> new ArrayList<>());
    ObjectNode record = action(run, kind, target, chain);
    pen.sign(record);
    chain.add(record);
    touched.add(run);
    return this;
  }

  private ObjectNode action(String run, String kind, String target, List<ObjectNode> chain) {
    boolean request = chain.size() % 2 == 0;
    return JSON.createObjectNode()
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
        .put("kind", kind)
        .put("target", target)
        .put("request_digest", "0".repeat(64))
        .put("response_digest", request ? null : "1".repeat(64))
        .put("outcome", request ? null : "ok")
        .put("prev_hash", chain.isEmpty() ? null : hash(chain.getLast()));
  }

  /** Of all checkpoints of a commit the last is signed. */
  PaperLedger commit() {
    int before = checkpoints.size();
    for (String run : touched) {
      List<ObjectNode> chain = Objects.requireNonNull(runs.get(run));
      checkpoint("checkpoint", run, chain.size(), hash(chain.getLast()), null, pen);
    }
    String covering = checkpoints.getLast().path("checkpoint_id").asString();
    if (format > 1) {
      checkpoints
          .subList(before, checkpoints.size() - 1)
          .forEach(record -> pen.cover(record, covering));
    }
    open.forEach(record -> record.put("signature", covering));
    open.clear();
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
            .put("checkpoint_id", "ckp_%026d".formatted(clock))
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
            .put("format", "holdpoint-audit/" + format)
            .put("ledger_id", ID)
            .put("exported_at_ms", clock)
            .put("version", "test")
            .toString());
    keyLines.forEach(line -> lines.add(line.toString()));
    checkpoints.forEach(record -> lines.add(line("checkpoint", record)));
    runs.values().forEach(chain -> chain.forEach(record -> lines.add(line("action", record))));
    List<ObjectNode> ordered = evidence();
    ordered.forEach(line -> lines.add(line.toString()));
    long actions = runs.values().stream().mapToLong(List::size).sum();
    ObjectNode end =
        JSON.createObjectNode()
            .put("type", "end")
            .put("checkpoints", checkpoints.size())
            .put("actions", actions);
    lines.add((format == 1 ? end : end.put("evidence", evidence.size())).toString());
    return lines;
  }

  /** In the order of the records. */
  private List<ObjectNode> evidence() {
    List<String> order =
        runs.values().stream()
            .flatMap(List::stream)
            .map(record -> record.path("action_id").asString())
            .toList();
    return evidence.stream()
        .sorted(Comparator.comparingInt(line -> order.indexOf(line.path("action_id").asString())))
        .toList();
  }

  private static String line(String type, ObjectNode record) {
    ObjectNode line = JSON.createObjectNode().put("type", type);
    line.set("record", record);
    return line.toString();
  }
}

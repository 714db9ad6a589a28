package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.client.approver.ShownApproval;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.proof.ReceiptProof.Fault;
import dev.holdpoint.client.proof.ReceiptProof.VoteProof;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Looks at one receipt; what is found is told by the part of it. */
final class ReceiptCheck {
  private static final String TYPE = "holdpoint-receipt+jwt";
  private static final String FORMAT = "holdpoint-receipt/1";
  private static final String BY_KEY = "approver_key:";

  /** What stands before the 32 bytes of an Ed25519 key in its SPKI form. */
  private static final String SPKI = "302a300506032b6570032100";

  private static final String BLANKS = " \t\r\n";

  /** What is not evidence of the decision. */
  private static final List<String> AROUND = List.of("format", "ledger_id", "permit", "chain");

  /** The daemon writes none, and two texts for one receipt would be two receipts. */
  private static final Pattern OTHER_ESCAPE = Pattern.compile("\\\\u[0-9a-f]{0,3}[A-F]");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final KeySet keys;
  private final List<Fault> faults = new ArrayList<>();
  private final List<VoteProof> votes = new ArrayList<>();
  private @Nullable String keyId;
  private @Nullable String input;

  ReceiptCheck(KeySet keys) {
    this.keys = keys;
  }

  void add(String part, String detail) {
    faults.add(new Fault(part, detail));
  }

  ReceiptProof of(byte[] file, @Nullable String call) {
    ObjectNode receipt = null;
    try {
      receipt = read(file);
      check(receipt, call);
    } catch (Malformed e) {
      add("file", String.valueOf(e.getMessage()));
    }
    JsonNode told = receipt == null ? JSON.createObjectNode() : receipt;
    return new ReceiptProof(
        faults.isEmpty(),
        text(told, "approval_id"),
        text(told, "decision"),
        text(told, "by"),
        told.path("at_ms").isIntegralNumber() ? Long.valueOf(told.path("at_ms").asLong(0)) : null,
        text(told, "digest"),
        keyId,
        input,
        votes,
        faults);
  }

  private static @Nullable String text(JsonNode of, String name) {
    return of.path(name).asStringOpt().orElse(null);
  }

  /** The receipt as the file shows it, after its JWS was held against it. */
  private ObjectNode read(byte[] file) throws Malformed {
    String text = decoded(file);
    if (!text.startsWith("{")) {
      return object(parsed(signed(text)), "the payload of the JWS is not an object");
    }
    if (OTHER_ESCAPE.matcher(text).find()) {
      throw new Malformed("it has an escape that the daemon does not write");
    }
    JsonNode both = parsed(text);
    if (!Set.copyOf(both.propertyNames()).equals(Set.of("receipt", "jws"))
        || !both.path("jws").isString()) {
      throw new Malformed("it must have receipt and jws, and nothing else");
    }
    ObjectNode shown = object(both.get("receipt"), "receipt is not an object");
    String payload = signed(both.path("jws").stringValue());
    if (!canonical(shown).equals(payload)) {
      add("receipt", "it is not what the JWS has as its payload");
    }
    return shown;
  }

  private static String decoded(byte[] file) throws Malformed {
    try {
      return stripped(UTF_8.newDecoder().decode(ByteBuffer.wrap(file)).toString());
    } catch (CharacterCodingException _) {
      throw new Malformed("it is not UTF-8");
    }
  }

  /** What else Java calls a blank the daemon does not write, nor any editor. */
  private static String stripped(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && BLANKS.indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    while (from < to && BLANKS.indexOf(text.charAt(to - 1)) >= 0) {
      to--;
    }
    return text.substring(from, to);
  }

  private static JsonNode parsed(String text) throws Malformed {
    try {
      return JSON.readTree(text);
    } catch (JacksonException _) {
      throw new Malformed("it is neither JSON nor a compact JWS");
    }
  }

  private static ObjectNode object(@Nullable JsonNode node, String otherwise) throws Malformed {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new Malformed(otherwise);
  }

  static String canonical(JsonNode tree) throws Malformed {
    return Evidence.canonical(tree);
  }

  /** The payload of the JWS, whose signature is looked at on the way. */
  private String signed(String jws) throws Malformed {
    String[] parts = jws.split("\\.", -1);
    if (parts.length != 3) {
      throw new Malformed("it is neither JSON nor a compact JWS");
    }
    String payload = new String(Base64Url.decode(parts[1]), UTF_8);
    String head = new String(Base64Url.decode(parts[0]), UTF_8);
    JsonNode kid = parsed(head).path("kid");
    keyId = kid.asStringOpt().orElse(null);
    String due = "{\"alg\":\"EdDSA\",\"kid\":\"%s\",\"typ\":\"%s\"}".formatted(keyId, TYPE);
    if (!head.equals(due)) {
      add("jws", "its header is not that of a receipt");
      return payload;
    }
    PublicKey key = keys.get(String.valueOf(keyId));
    if (key == null) {
      add(
          "jws",
          "it is signed with the key %s, which was not given; /v1/keys.json has all keys"
              .formatted(keyId));
    } else if (!key.hasSigned((parts[0] + "." + parts[1]).getBytes(UTF_8), signature(parts[2]))) {
      add("jws", "the signature of the key " + key.id() + " is not valid");
    }
    return payload;
  }

  private byte[] signature(String text) {
    try {
      return Base64Url.decode(text);
    } catch (Malformed _) {
      return new byte[0];
    }
  }

  private void check(ObjectNode receipt, @Nullable String call) throws Malformed {
    if (!FORMAT.equals(text(receipt, "format"))) {
      add("receipt", "its format is not " + FORMAT);
    }
    JsonNode permit = receipt.path("permit");
    String due = String.valueOf(text(receipt, "approval_id")).replaceFirst("^apr_", "prm_");
    if (!permit.isMissingNode()
        && (!permit.isObject()
            || (permit.has("permit_id")
                && !permit.path("permit_id").equals(StringNode.valueOf(due))))) {
      add("receipt", "its permit is of another approval");
    }
    SignedRecord action = new ReceiptLinks(receipt, keys, this).check();
    if (action != null) {
      checkEvidence(receipt, action);
    }
    checkVotes(receipt);
    if (call != null) {
      checkInput(receipt, call);
    }
  }

  private void checkEvidence(ObjectNode receipt, SignedRecord action) throws Malformed {
    ObjectNode evidence = receipt.deepCopy();
    evidence.remove(AROUND);
    String hash = HexFormat.of().formatHex(PublicKey.sha256(canonical(evidence).getBytes(UTF_8)));
    if (!hash.equals(action.member("response_digest"))) {
      add("evidence", "what it says of the decision does not match the digest in the record");
    }
  }

  private void checkVotes(ObjectNode receipt) {
    int number = 0;
    for (JsonNode vote : receipt.path("votes")) {
      number++;
      String flaw = flaw(receipt, vote);
      if (flaw != null) {
        add("vote " + number, flaw);
      }
      votes.add(
          new VoteProof(
              vote.path("by").asString(""),
              vote.path("decision").asString(""),
              flaw != null ? "not valid" : checked(vote)));
    }
    String missing = BorneDecision.flaw(receipt);
    if (missing != null) {
      add("votes", missing);
    }
  }

  private static String checked(JsonNode vote) {
    if (!vote.has("signature")) {
      return "none";
    }
    return vote.path("key").path("algorithm").asString("").equals("hmac-sha256")
        ? "not checkable"
        : "valid";
  }

  private static @Nullable String flaw(JsonNode receipt, JsonNode vote) {
    String by = vote.path("by").asString("");
    JsonNode key = vote.path("key");
    String id = key.path("key_id").asString("");
    if (by.startsWith(BY_KEY)
        ? !by.equals(BY_KEY + id)
        : vote.has("signature") != vote.has("key")) {
      return "it shows another key than " + by;
    }
    if (!by.startsWith(BY_KEY)) {
      if (!vote.has("signature")) {
        return null;
      }
      // Who clicks may show by a passkey of their own that they were there.
      if (!key.path("algorithm").asString("").equals("webauthn")) {
        return "it has a signature of a key that is no approver's";
      }
    }
    if (!isSpki(key)) {
      return "the spki of the key " + id + " is not its public_key";
    }
    return VoteSignature.holds(receipt, vote) ? null : "the signature of " + id + " is not valid";
  }

  private static boolean isSpki(JsonNode key) {
    String known = key.path("public_key").asString("");
    try {
      return switch (key.path("algorithm").asString("")) {
        case "ed25519" ->
            HexFormat.of()
                .formatHex(Base64Url.decode(key.path("spki").asString("")))
                .equals(SPKI + HexFormat.of().formatHex(Base64Url.decode(known)));
        case "webauthn" -> key.path("spki").asString("").equals(known);
        default -> !key.has("spki") && !key.has("public_key");
      };
    } catch (Malformed _) {
      return false;
    }
  }

  private void checkInput(ObjectNode receipt, String call) {
    JsonNode given;
    try {
      given = ClientJson.parseTree(call);
    } catch (JacksonException _) {
      add("input", "the given input is not JSON");
      return;
    }
    if (isOf(receipt, given, "digest")) {
      input = "asked";
    } else if (isOf(receipt, given, "edited_digest")) {
      input = "edited";
    } else {
      add("input", "the digest is not of the given input");
    }
  }

  private static boolean isOf(ObjectNode receipt, JsonNode given, String digest) {
    return receipt.has(digest)
        && new ShownApproval(
                "",
                receipt.path("tool_name").asString(""),
                given,
                receipt.path(digest).asString(""),
                1,
                1)
            .isWhatItSays();
  }
}

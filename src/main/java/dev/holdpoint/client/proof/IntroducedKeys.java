package dev.holdpoint.client.proof;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whose signatures count. Keys are introduced and revoked by the chain of administration, which
 * stands before the others; what comes first is told by the checkpoints that are signed for both.
 */
final class IntroducedKeys {
  private static final String BY = "approver_key:";

  /** Decisions that are one vote. */
  private static final Set<String> GIVEN = Set.of("endorse", "object");

  private final Findings findings;
  private final Map<String, Known> known = new HashMap<>();
  private final Map<String, Known> passkeys = new HashMap<>();

  /** Votes that have a record of their own. */
  private final Set<String> given = new HashSet<>();

  /** From where on keys must be introduced; ledgers of before do not tell of theirs. */
  private long anchoredFrom = Long.MAX_VALUE;

  private static final class Known {
    private final String algorithm;
    private final @Nullable String publicKey;
    private final @Nullable String principal;
    private final long from;
    private long until = Long.MAX_VALUE;

    Known(JsonNode told, @Nullable String principal, long from) {
      this.algorithm = told.path("algorithm").asString("");
      this.publicKey = told.path("public_key").asStringOpt().orElse(null);
      this.principal = principal;
      this.from = from;
    }
  }

  IntroducedKeys(Findings findings) {
    this.findings = findings;
  }

  void read(Evidence.Due record, String actionId, JsonNode detail) {
    if (record.kind().equals("admin")) {
      administer(record, detail.path("what"));
    } else if (record.kind().equals("decision")) {
      String missing = BorneDecision.flaw(detail);
      if (missing != null) {
        findings.add(Flaw.APPROVER_SIGNATURE, record.place(), actionId, missing);
      }
      for (JsonNode vote : detail.path("votes")) {
        String flaw = flaw(record, detail, vote);
        if (flaw != null) {
          findings.add(Flaw.APPROVER_SIGNATURE, record.place(), actionId, flaw);
        } else if (GIVEN.contains(detail.path("decision").asString(""))) {
          given.add(said(detail, vote));
        }
      }
    }
  }

  private void administer(Evidence.Due record, JsonNode what) {
    switch (record.target()) {
      case "state.adopted" -> {
        anchoredFrom = Math.min(anchoredFrom, record.at());
        for (JsonNode key : what.path("approver_keys")) {
          introduce(known, record, key, principal(key));
        }
      }
      // A passkey that people register for themselves makes them no approver.
      case "approver_key.create" -> introduce(known, record, what, principal(what));
      // With it they decide under the name that they have by then.
      case "passkey.create" -> introduce(passkeys, record, what, null);
      case "approver_key.revoke", "passkey.remove" -> {
        String id = what.path("key_id").asString("");
        Stream.of(known.get(id), passkeys.get(id))
            .filter(Objects::nonNull)
            .forEach(key -> key.until = Math.min(key.until, record.at()));
      }
      default -> {}
    }
  }

  private static @Nullable String principal(JsonNode key) {
    return key.path("principal").asStringOpt().orElse(null);
  }

  private static void introduce(
      Map<String, Known> to, Evidence.Due record, JsonNode key, @Nullable String principal) {
    to.putIfAbsent(key.path("key_id").asString(""), new Known(key, principal, record.at()));
  }

  private static String said(JsonNode detail, JsonNode vote) {
    return String.join(
        "\n",
        detail.path("approval_id").asString(""),
        vote.path("by").asString(""),
        vote.path("at_ms").asString(""),
        vote.path("decision").asString(""));
  }

  /** Whether it was revoked when the vote was given; earlier votes have records of their own. */
  private boolean isOver(Known key, Evidence.Due record, JsonNode detail, JsonNode vote) {
    boolean last = vote.path("at_ms").equals(detail.path("at_ms"));
    return key.until < record.at() && (last || !given.contains(said(detail, vote)));
  }

  /** A vote that names its own algorithm could name the one that nobody can check. */
  private static @Nullable String difference(Known key, JsonNode shown) {
    if (!key.algorithm.equals(shown.path("algorithm").asString(""))) {
      return "algorithm";
    }
    boolean same =
        key.publicKey == null
            ? key.algorithm.equals("hmac-sha256") && !shown.has("public_key")
            : key.publicKey.equals(shown.path("public_key").asString(""));
    return same ? null : "public key";
  }

  /** Who decides with a passkey of their own decides themselves: it shows that they were there. */
  private @Nullable String presence(Evidence.Due record, JsonNode detail, JsonNode vote) {
    JsonNode shown = vote.path("key");
    String id = shown.path("key_id").asString("");
    if (!shown.path("algorithm").asString("").equals("webauthn")) {
      return "a vote has a signature but names no key";
    }
    Known key = passkeys.get(id);
    if (record.at() >= anchoredFrom && (key == null || key.from > record.at())) {
      return "the passkey " + id + " was not introduced before";
    }
    if (key != null && difference(key, shown) != null) {
      return "the passkey " + id + " was introduced as another one";
    }
    if (key != null && isOver(key, record, detail, vote)) {
      return "the passkey " + id + " was removed before";
    }
    return VoteSignature.holds(detail, vote) ? null : "the signature of " + id + " is not valid";
  }

  /** What is wrong with a vote; null when nothing is, or nothing was signed. */
  private @Nullable String flaw(Evidence.Due record, JsonNode detail, JsonNode vote) {
    String by = vote.path("by").asString("");
    if (!by.startsWith(BY)) {
      return vote.has("signature") || vote.has("key") ? presence(record, detail, vote) : null;
    }
    String id = by.substring(BY.length());
    JsonNode shown = vote.path("key");
    if (!shown.path("key_id").asString("").equals(id)) {
      return "the vote of " + id + " shows another key";
    }
    if (record.at() >= anchoredFrom) {
      Known key = known.get(id);
      if (key == null || key.from > record.at()) {
        return "the key " + id + " was not introduced before";
      }
      String other = difference(key, shown);
      if (other != null) {
        return "the key " + id + " was introduced with another " + other;
      }
      if (isOver(key, record, detail, vote)) {
        return "the key " + id + " was revoked before";
      }
      // Who has one key could else be as many people as the policy wants.
      if (key.principal != null && !key.principal.equals(vote.path("principal").asString(""))) {
        return "the vote of " + id + " has another principal than the key";
      }
    }
    return VoteSignature.holds(detail, vote) ? null : "the signature of " + id + " is not valid";
  }
}

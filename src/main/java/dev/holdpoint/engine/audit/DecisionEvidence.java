package dev.holdpoint.engine.audit;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Objection;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.engine.access.Passkeys;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is kept of a decision for good: who decided what, under which policy, and with which
 * signatures. Receipts show it. It has no input, reason or note: of these only digests.
 */
final class DecisionEvidence {
  /** Of an assertion, all that anybody needs to check it. The nonce of secrets is none of it. */
  private static final List<String> SIGNATURE =
      List.of(
          "version",
          "key_id",
          "algorithm",
          "exp",
          "value",
          "secrets",
          "credential_id",
          "client_data",
          "authenticator_data");

  private static final List<String> RENDERED = List.of("surface", "sha256", "as_asked");

  /** What all who check it read alike as a number (RFC 8785); a larger one is kept as text. */
  private static final long LARGEST_NUMBER = (1L << 53) - 1;

  /** What stands before the 32 bytes of a public key in its SPKI form (RFC 8410). */
  private static final String SPKI = "302a300506032b6570032100";

  private final Change change;
  private final Run run;
  private final Approval approval;

  DecisionEvidence(Change change, Run run, Approval approval) {
    this.change = change;
    this.run = run;
    this.approval = approval;
  }

  /** One word, with what its signature is checked by. */
  private record Vote(String by, String principal, long atMs, boolean yes, @Nullable Json sent) {
    static Vote of(Endorsement yes) {
      return new Vote(yes.by(), yes.principal(), yes.atMs(), true, yes.sent());
    }

    static Vote of(Objection no) {
      return new Vote(no.by(), no.principal(), no.atMs(), false, no.sent());
    }

    /** What was sent, if it has anything that evidence shows; a plain word needs no reading. */
    JsonNode said() {
      return sent != null && (sent.text().contains("rendered") || sent.text().contains("signature"))
          ? JsonTree.of(sent)
          : JsonTree.object();
    }
  }

  ObjectNode endorsed(Endorsement yes) {
    return of("endorse", Vote.of(yes), null, List.of(Vote.of(yes)));
  }

  ObjectNode objected(Objection no) {
    return of("object", Vote.of(no), null, List.of(Vote.of(no)));
  }

  /** By the word that ended it, with all that were in before. */
  ObjectNode settled(ApprovalState.Settled settled) {
    Vote last =
        new Vote(
            settled.by(),
            principal(settled.by()),
            settled.atMs(),
            settled instanceof ApprovalState.Allowed,
            approval.sent());
    List<Vote> votes = new ArrayList<>();
    Ruling ruling = approval.ruling();
    Json edited = null;
    boolean counted = false;
    if (settled instanceof ApprovalState.Allowed allowed) {
      edited = allowed.updatedInput();
      counted = !allowed.endorsements().isEmpty();
      allowed.endorsements().forEach(yes -> votes.add(Vote.of(yes)));
    } else if (ruling != null) {
      ruling.endorsements().forEach(yes -> votes.add(Vote.of(yes)));
    }
    if (ruling != null) {
      ruling.objections().forEach(no -> votes.add(Vote.of(no)));
    }
    votes.sort(Comparator.comparingLong(Vote::atMs));
    if (!counted) {
      votes.add(last);
    }
    return of(settled.behavior(), last, edited, votes);
  }

  /** By its deadline, with all that were in before. The deadline itself is no vote. */
  ObjectNode allowedInTheEnd(ApprovalState.Expired expired) {
    List<Vote> votes = new ArrayList<>();
    Ruling ruling = approval.ruling();
    if (ruling != null) {
      ruling.endorsements().forEach(yes -> votes.add(Vote.of(yes)));
      ruling.objections().forEach(no -> votes.add(Vote.of(no)));
    }
    votes.sort(Comparator.comparingLong(Vote::atMs));
    Vote last = new Vote(expired.by(), expired.by(), expired.atMs(), true, null);
    return of("allow", last, null, votes);
  }

  private ObjectNode of(String decision, Vote last, @Nullable Json edited, List<Vote> votes) {
    String tool = run.call(approval.callId()).tool();
    ObjectNode told =
        JsonTree.object()
            .put("approval_id", approval.id())
            .put("run_id", run.id())
            .put("session_id", run.head().sessionId())
            .put("tenant_id", run.head().tenantId())
            .put("tool_name", tool)
            .put("digest", approval.digest())
            .put("revision", approval.revision());
    if (approval.chain() != null) {
      told.put("revises", approval.chain().revises());
    }
    told.put("decision", decision)
        .put("by", last.by)
        .put("principal", last.principal)
        .put("at_ms", last.atMs);
    if (edited != null) {
      told.put("edited_digest", Digests.of(tool, edited));
      if (approval.world() != null && run.head().driver() == RunHead.Driver.LOOP) {
        // What the approver put in its place has no earlier state.
        told.put("world", "not_compared");
      }
    }
    copy(last.said().path("rendered"), RENDERED, told, "rendered");
    told.set("policy", policy());
    ArrayNode all = told.putArray("votes");
    votes.forEach(vote -> all.add(of(vote)));
    return told;
  }

  private ObjectNode of(Vote vote) {
    ObjectNode told =
        JsonTree.object()
            .put("by", vote.by)
            .put("principal", vote.principal)
            .put("at_ms", vote.atMs)
            .put("decision", vote.yes ? "approve" : "deny");
    JsonNode sent = vote.said();
    if (sent.isEmpty()) {
      return told;
    }
    copy(sent.path("rendered"), RENDERED, told, "rendered");
    ApproverKey key = key(vote.by);
    if (key != null) {
      sign(told, sent, key.id(), of(key, change.kept(Passkey.KIND, key.key())));
      return told;
    }
    Passkey own = own(sent.path("signature"));
    if (own != null) {
      sign(told, sent, own.id(), of(own));
    }
    return told;
  }

  private static void sign(ObjectNode told, JsonNode sent, String keyId, ObjectNode key) {
    copy(sent.path("signature"), SIGNATURE, told, "signature");
    if (told.get("signature") instanceof ObjectNode signature) {
      // A passkey may have been named by its credential alone.
      signature.put("key_id", keyId);
    }
    told.set("key", key);
  }

  /** The person's own passkey that proved their presence; null for none. */
  private @Nullable Passkey own(JsonNode signature) {
    if (!Algorithm.WEBAUTHN.wire().equals(signature.path("algorithm").asString(""))) {
      return null;
    }
    String id = signature.path("key_id").asString("");
    return id.isEmpty()
        ? change.named(Passkey.KIND, signature.path("credential_id").asString(""))
        : Passkeys.find(change, id);
  }

  private static ObjectNode of(Passkey passkey) {
    return JsonTree.object()
        .put("key_id", passkey.id())
        .put("algorithm", Algorithm.WEBAUTHN.wire())
        .put("public_key", passkey.publicKey())
        .put("spki", passkey.publicKey())
        .put("credential_id", passkey.credentialId());
  }

  private static void copy(JsonNode from, List<String> names, ObjectNode to, String as) {
    if (!from.isObject()) {
      return;
    }
    ObjectNode copy = to.putObject(as);
    for (String name : names) {
      JsonNode value = from.get(name);
      if (value != null && value.isValueNode() && !value.isNull()) {
        if (value.isIntegralNumber() && Math.abs(value.longValue()) > LARGEST_NUMBER) {
          copy.put(name, value.asString());
        } else {
          copy.set(name, value);
        }
      }
    }
  }

  /**
   * All that its signatures are checked by.
   *
   * @param passkey the authenticator's own record of it; null for other keys, or once it is removed
   */
  static ObjectNode of(ApproverKey key, @Nullable Passkey passkey) {
    ObjectNode told =
        JsonTree.object().put("key_id", key.id()).put("algorithm", key.algorithm().wire());
    String known = key.publicKey();
    byte[] raw = known == null ? null : Verification.base64url(known);
    if (raw == null) {
      return told;
    }
    switch (key.algorithm()) {
      case ED25519 ->
          told.put("public_key", known)
              .put(
                  "spki",
                  Base64.getUrlEncoder()
                      .withoutPadding()
                      .encodeToString(
                          HexFormat.of().parseHex(SPKI + HexFormat.of().formatHex(raw))));
      case WEBAUTHN -> {
        told.put("public_key", known).put("spki", known);
        if (passkey != null && passkey.id().equals(key.id())) {
          told.put("credential_id", passkey.credentialId());
        }
      }
      case HMAC_SHA256 -> {}
    }
    return told;
  }

  /** The policy as it is now: the tenant's, and the named one that it was decided under. */
  private ObjectNode policy() {
    ObjectNode told = of(Tenancy.policy(change, run.head().tenantId()));
    Ruling ruling = approval.ruling();
    if (ruling != null && ruling.policyId() != null) {
      told.put("policy_id", ruling.policyId())
          .put("policy_name", ruling.policyName())
          .put("policy_version", ruling.policyVersion())
          .put("stage", ruling.stage());
    }
    return told;
  }

  static ObjectNode of(ApprovalPolicy policy) {
    ObjectNode told =
        JsonTree.object()
            .put("signature_required", policy.signatureRequired())
            .put("approvals_required", policy.approvalsRequired())
            .put("requester_may_approve", policy.requesterMayApprove())
            .put("require_digest", policy.bound().requireDigest())
            .put("assertion_version", policy.bound().assertionVersion())
            .put("step_up", policy.bound().stepUp() ? "passkey" : "none");
    if (policy.bound().longestAssertionMs() != null) {
      told.put("longest_assertion_ms", policy.bound().longestAssertionMs());
    }
    return told;
  }

  private String principal(String by) {
    ApproverKey key = key(by);
    return key == null ? by : key.principal();
  }

  private @Nullable ApproverKey key(String by) {
    if (!by.startsWith(ApproverKey.BY)) {
      return null;
    }
    String id = by.substring(ApproverKey.BY.length());
    OptionalLong at = Ulid.keyOf(ApproverKey.PREFIX, id);
    ApproverKey key = at.isPresent() ? change.kept(ApproverKey.KIND, at.getAsLong()) : null;
    return key != null && key.id().equals(id) ? key : null;
  }
}

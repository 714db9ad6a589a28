package dev.holdpoint.http.signed;

import dev.holdpoint.api.gate.RenderingBodies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.signed.SignedBodies.ResolveApprovalRequest;
import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.rendering.Rendered;
import dev.holdpoint.engine.secret.Secrets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What somebody has decided, as it was sent. Read by hand, so that all that is wrong with it is
 * told at once: whoever mends an assertion has to ask its approver for another one.
 */
record SentAssertion(
    Assertion assertion,
    Map<String, String> secrets,
    @Nullable String note,
    @Nullable Expected expected) {
  /** No version that holds. */
  private static final long UNKNOWN = -1;

  /**
   * @throws dev.holdpoint.core.problem.Refused with every place that is wrong
   */
  static SentAssertion of(JsonNode body) {
    List<Refusal.Fault> faults = new ArrayList<>();
    if (!body.isObject()) {
      faults.add(new Refusal.Fault("", "must be an object"));
    }
    WireJson.slips(body, ResolveApprovalRequest.class)
        .forEach(slip -> faults.add(new Refusal.Fault(slip.pointer(), slip.message())));
    Assertion assertion = assertion(body.path("signature"), faults);
    Map<String, String> secrets = secrets(body.path("secrets"), faults);
    String note = note(body.path("note"), faults);
    Expected expected = expected(body, faults);
    if (assertion == null || !faults.isEmpty()) {
      throw new Refusal(
              Problem.INVALID_REQUEST,
              "The request is not valid. Correct the fields in errors and send it "
                  + "again. Nothing was changed.",
              faults.size() <= Limits.FAULTS ? faults : faults.subList(0, Limits.FAULTS),
              null)
          .asException();
    }
    return new SentAssertion(assertion, secrets, note, expected);
  }

  private static @Nullable Assertion assertion(JsonNode sent, List<Refusal.Fault> faults) {
    if (isUnset(sent)) {
      faults.add(new Refusal.Fault("/signature", "is required"));
      return null;
    }
    if (!sent.isObject()) {
      faults.add(new Refusal.Fault("/signature", "must be an object"));
      return null;
    }
    // Named after the key, as the members stand in the document.
    List<Refusal.Fault> ofAlgorithm = new ArrayList<>();
    String algorithm = text(sent, "algorithm", Limits.ID, ofAlgorithm);
    if (algorithm != null && Algorithm.named(algorithm).isEmpty()) {
      ofAlgorithm.add(
          new Refusal.Fault("/signature/algorithm", "must be hmac-sha256, ed25519 or webauthn"));
    }
    boolean passkey = Algorithm.WEBAUTHN.wire().equals(algorithm);
    String credentialId =
        passkey && !isUnset(sent.path("credential_id"))
            ? text(sent, "credential_id", Limits.KEY_TEXT, faults)
            : null;
    String keyId =
        credentialId != null && isUnset(sent.path("key_id"))
            ? ""
            : text(sent, "key_id", Limits.JSON_STRING, faults);
    faults.addAll(ofAlgorithm);
    JsonNode exp = sent.path("exp");
    if (isUnset(exp)) {
      faults.add(new Refusal.Fault("/signature/exp", "is required"));
    } else if (!exp.isIntegralNumber() || !exp.canConvertToLong()) {
      faults.add(new Refusal.Fault("/signature/exp", "must be a whole number of 64 bits"));
    }
    String value = text(sent, "value", Limits.JSON_STRING, faults);
    String clientData = passkey ? text(sent, "client_data", Limits.KEY_TEXT, faults) : null;
    String authenticator =
        passkey ? text(sent, "authenticator_data", Limits.KEY_TEXT, faults) : null;
    return keyId == null || algorithm == null || value == null || !faults.isEmpty()
        ? null
        : new Assertion(
            version(sent.path("version")),
            keyId,
            Algorithm.named(algorithm).orElseThrow(),
            exp.longValue(),
            value,
            sent.path("secrets_nonce").asStringOpt().orElse(null),
            clientData == null || authenticator == null
                ? null
                : new Assertion.Ceremony(credentialId, clientData, authenticator));
  }

  /** One that nobody knows is no fault of form: it does not hold, like any that is wrong. */
  private static long version(JsonNode sent) {
    if (isUnset(sent)) {
      return 1;
    }
    return sent.isIntegralNumber() && sent.canConvertToLong() ? sent.longValue() : UNKNOWN;
  }

  private static @Nullable Expected expected(JsonNode body, List<Refusal.Fault> faults) {
    JsonNode digest = body.path("expected_digest");
    JsonNode revision = body.path("expected_revision");
    boolean named = digest.isString() && digest.stringValue().length() <= Limits.ID;
    if (!isUnset(digest) && !named) {
      faults.add(
          new Refusal.Fault(
              "/expected_digest", "must be a text of at most " + Limits.ID + " characters"));
    }
    boolean counted =
        revision.isIntegralNumber() && revision.canConvertToInt() && revision.intValue() > 0;
    if (!isUnset(revision) && !counted) {
      faults.add(new Refusal.Fault("/expected_revision", "must be a whole number from 1"));
    }
    return Expected.of(
        named ? digest.stringValue() : null,
        counted ? revision.intValue() : null,
        rendered(body.path("rendered"), faults));
  }

  private static @Nullable Rendered rendered(JsonNode sent, List<Refusal.Fault> faults) {
    if (isUnset(sent)) {
      return null;
    }
    if (!sent.isObject()) {
      faults.add(new Refusal.Fault("/rendered", "must be an object"));
      return null;
    }
    String surface = sent.path("surface").asStringOpt().orElse("");
    String sha256 = sent.path("sha256").asStringOpt().orElse("");
    if (!surface.matches(RenderingBodies.SURFACE_PATTERN)) {
      faults.add(new Refusal.Fault("/rendered/surface", RenderingBodies.SURFACE_RULE));
    }
    if (!sha256.matches(RenderingBodies.SHA256_PATTERN)) {
      faults.add(new Refusal.Fault("/rendered/sha256", RenderingBodies.SHA256_RULE));
    }
    return new Rendered(surface, sha256);
  }

  private static @Nullable String text(
      JsonNode sent, String name, int most, List<Refusal.Fault> faults) {
    JsonNode member = sent.path(name);
    String text = member.isString() ? member.stringValue() : null;
    String fault = null;
    if (isUnset(member)) {
      fault = "is required";
    } else if (text == null) {
      fault = "must be a text";
    } else if (text.isEmpty() || text.codePointCount(0, text.length()) > most) {
      fault = "must have 1 to " + most + " characters";
    } else if (most <= Limits.NAMING && text.indexOf('\0') >= 0) {
      fault = "must not contain the character U+0000";
    }
    if (fault == null) {
      return text;
    }
    faults.add(new Refusal.Fault("/signature/" + name, fault));
    return null;
  }

  private static Map<String, String> secrets(JsonNode sent, List<Refusal.Fault> faults) {
    if (isUnset(sent)) {
      return Map.of();
    }
    if (!sent.isObject()) {
      faults.add(new Refusal.Fault("/secrets", "must be an object"));
      return Map.of();
    }
    Map<String, String> secrets = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : sent.properties()) {
      if (member.getValue().isString()) {
        secrets.put(member.getKey(), member.getValue().stringValue());
      } else {
        faults.add(new Refusal.Fault(Secrets.pointer(member.getKey()), "must be a text"));
      }
    }
    if (!secrets.isEmpty()) {
      faults.addAll(Secrets.faults(secrets));
    }
    return secrets;
  }

  private static @Nullable String note(JsonNode sent, List<Refusal.Fault> faults) {
    if (isUnset(sent)) {
      return null;
    }
    String note = sent.isString() ? sent.stringValue() : null;
    if (note == null) {
      faults.add(new Refusal.Fault("/note", "must be a text"));
    } else if (note.codePointCount(0, note.length()) > Limits.NOTE) {
      faults.add(new Refusal.Fault("/note", "must have at most " + Limits.NOTE + " characters"));
    }
    return note;
  }

  private static boolean isUnset(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "Decision";
  }
}

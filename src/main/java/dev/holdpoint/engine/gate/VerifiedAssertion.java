package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.record.Wording;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.PasskeyVerifier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An assertion, and what came of looking at its signature.
 *
 * @param approvalId what it was held against
 * @param shown the wording that it was held against; null where it binds none
 * @param genuine whether the key that it names has signed just this; whether that key may, is
 *     decided with the approval
 * @param secrets the hash of the secrets that it binds; null where it binds none
 * @param presence what is kept of a passkey; null for other keys
 */
public record VerifiedAssertion(
    Assertion assertion,
    String approvalId,
    boolean approve,
    @Nullable Wording shown,
    boolean genuine,
    @Nullable String secrets,
    @Nullable Presence presence) {

  /**
   * That a passkey was used.
   *
   * @param callerId whose request it came with: the id of a token, or admin
   */
  public record Presence(PasskeyVerifier.Use use, String callerId) {}

  /** By a key that signs the payload itself. */
  public VerifiedAssertion(
      Assertion assertion,
      String approvalId,
      boolean approve,
      @Nullable Wording shown,
      boolean genuine,
      @Nullable String secrets) {
    this(assertion, approvalId, approve, shown, genuine, secrets, null);
  }

  /** Of version 1, which binds no wording. */
  public VerifiedAssertion(
      Assertion assertion, String approvalId, boolean approve, boolean genuine) {
    this(assertion, approvalId, approve, null, genuine, null, null);
  }

  /** What is kept of it: all that anybody with the public key needs, and no nonce. */
  public ObjectNode stored() {
    ObjectNode signature = JsonTree.object();
    if (assertion.version() != 1) {
      signature.put("version", assertion.version());
    }
    signature
        .put("key_id", assertion.keyId())
        .put("algorithm", assertion.algorithm().wire())
        .put("exp", assertion.exp())
        .put("value", assertion.value());
    if (secrets != null) {
      signature.put("secrets", secrets);
    }
    Assertion.Ceremony ceremony = assertion.ceremony();
    if (ceremony != null) {
      signature
          .put("client_data", ceremony.clientData())
          .put("authenticator_data", ceremony.authenticatorData());
    }
    return signature;
  }
}

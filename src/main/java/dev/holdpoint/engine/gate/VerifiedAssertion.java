package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.record.Wording;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An assertion, and what came of looking at its signature.
 *
 * @param approvalId what it was held against
 * @param shown the wording that it was held against; null where it binds none
 * @param genuine whether the key that it names has signed just this; whether that key may, is
 *     decided with the approval
 */
public record VerifiedAssertion(
    Assertion assertion,
    String approvalId,
    boolean approve,
    @Nullable Wording shown,
    boolean genuine) {

  /** Of version 1, which binds no wording. */
  public VerifiedAssertion(
      Assertion assertion, String approvalId, boolean approve, boolean genuine) {
    this(assertion, approvalId, approve, null, genuine);
  }

  /** What is kept of it: all that anybody with the public key needs, and no nonce. */
  public ObjectNode stored() {
    ObjectNode signature = JsonTree.object();
    if (assertion.version() != 1) {
      signature.put("version", assertion.version());
    }
    return signature
        .put("key_id", assertion.keyId())
        .put("algorithm", assertion.algorithm().wire())
        .put("exp", assertion.exp())
        .put("value", assertion.value());
  }
}

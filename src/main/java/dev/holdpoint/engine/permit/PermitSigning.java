package dev.holdpoint.engine.permit;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.AuditQueries;
import dev.holdpoint.engine.port.store.Queries;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Permits as compact JWS. One is signed when it is handed out, with the key of the audit ledger,
 * and has the same bytes each time until that key is rotated; what older keys signed stays good.
 */
public final class PermitSigning {
  public static final String TYPE = "holdpoint-permit+jwt";
  private static final String ISSUER = "holdpoint:";
  private static final int LONGEST = 16_384;
  private static final long SECOND_MS = 1_000;

  private final AuditKeys keys;
  private final Supplier<String> ledgerId;

  public PermitSigning(AuditKeys keys, Supplier<String> ledgerId) {
    this.keys = keys;
    this.ledgerId = ledgerId;
  }

  /** Null where it is not ready: there is nothing to hand out. */
  public @Nullable String sign(Queries queries, FoundPermit permit) {
    if (!(permit.state() instanceof PermitState.Ready ready) || !permit.isRedeemable()) {
      return null;
    }
    Signer signer = keys.inForce(queries);
    ObjectNode claims =
        JsonTree.object()
            .put("iss", issuer())
            .put("jti", permit.id())
            .put("sub", permit.approval().id())
            .put("aud", permit.audience())
            .put("iat", ready.sinceMs() / SECOND_MS)
            .put("exp", ready.notAfterMs() / SECOND_MS)
            .put("tenant_id", permit.run().head().tenantId())
            .put("session_id", permit.run().head().sessionId())
            .put("run_id", permit.run().id())
            .put("tool_name", permit.tool())
            .put("digest", permit.digest())
            .put("revision", permit.approval().revision())
            .put("attempt", ready.attempt())
            .put("by", permit.allowed().by());
    String signed = header(signer.keyId()) + "." + base64(CanonicalJson.of(claims));
    return signed + "." + base64(signer.sign(signed.getBytes(StandardCharsets.US_ASCII)));
  }

  /** What the daemon holds against the permit that it knows. */
  record Claims(String permitId, String audience, int attempt) {}

  /**
   * Null for whatever this ledger did not sign as a permit. It does not say why: a caller who tries
   * texts learns nothing by it.
   */
  @Nullable Claims verify(AuditQueries trail, String jws) {
    String[] parts = jws.length() > LONGEST ? new String[0] : jws.split("\\.", -1);
    if (parts.length != 3) {
      return null;
    }
    JsonNode head = json(parts[0]);
    JsonNode kid = head == null ? null : head.get("kid");
    // Of each key there is one header: another alg, typ or member is another text.
    if (kid == null || !kid.isString() || !header(kid.stringValue()).equals(parts[0])) {
      return null;
    }
    byte[] key = publicKey(trail, kid.stringValue());
    byte[] signed = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.UTF_8);
    // A compact JWS has no padding, and no verifier of others takes any.
    if (key == null
        || parts[2].endsWith("=")
        || !Verification.holds(Algorithm.ED25519, key, signed, parts[2])) {
      return null;
    }
    JsonNode claims = json(parts[1]);
    return claims == null || !issuer().equals(claims.path("iss").asString(""))
        ? null
        : new Claims(
            claims.path("jti").asString(""),
            claims.path("aud").asString(""),
            claims.path("attempt").asInt(0));
  }

  private String issuer() {
    return ISSUER + ledgerId.get();
  }

  private static byte @Nullable [] publicKey(AuditQueries trail, String keyId) {
    for (Checkpoint introduction : AuditKeys.introductions(trail)) {
      Checkpoint.OfKey key = introduction.key();
      if (key != null && key.keyId().equals(keyId)) {
        return Verification.base64url(key.publicKey());
      }
    }
    return null;
  }

  private static String header(String keyId) {
    return base64(
        CanonicalJson.of(JsonTree.object().put("alg", "EdDSA").put("kid", keyId).put("typ", TYPE)));
  }

  private static @Nullable JsonNode json(String part) {
    byte[] bytes = Verification.base64url(part);
    try {
      JsonNode tree =
          bytes == null ? null : JsonTree.read(new String(bytes, StandardCharsets.UTF_8));
      return tree != null && tree.isObject() ? tree : null;
    } catch (NotJson e) {
      return null;
    }
  }

  private static String base64(String text) {
    return base64(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

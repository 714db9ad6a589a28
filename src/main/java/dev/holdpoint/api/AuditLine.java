package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("A line of an export; its members depend on its type.")
public record AuditLine(
    @About("The lines come in this order.") @Words({"header", "key", "checkpoint", "action", "end"})
        String type,
    @OmitIfUnset @Nullable String format,
    @OmitIfUnset @Nullable String ledgerId,
    @OmitIfUnset @Nullable Long exportedAtMs,
    @OmitIfUnset @Nullable String version,
    @OmitIfUnset @Nullable String keyId,
    @OmitIfUnset @Nullable String publicKey,
    @OmitIfUnset @Nullable Long addedAtMs,
    @About("Exactly as it was signed.") @OmitIfUnset @Nullable JsonNode record,
    @OmitIfUnset @Nullable Long checkpoints,
    @OmitIfUnset @Nullable Long actions) {
  public AuditLine {
    record = Copies.orNull(record);
  }

  public static AuditLine header(
      String format, String ledgerId, long exportedAtMs, String version) {
    return new AuditLine(
        "header", format, ledgerId, exportedAtMs, version, null, null, null, null, null, null);
  }

  public static AuditLine key(String keyId, String publicKey, long addedAtMs) {
    return new AuditLine(
        "key", null, null, null, null, keyId, publicKey, addedAtMs, null, null, null);
  }

  public static AuditLine of(String type, JsonNode record) {
    return new AuditLine(type, null, null, null, null, null, null, null, record, null, null);
  }

  public static AuditLine end(long checkpoints, long actions) {
    return new AuditLine(
        "end", null, null, null, null, null, null, null, null, checkpoints, actions);
  }
}

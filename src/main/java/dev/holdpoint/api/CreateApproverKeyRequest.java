package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Outdated;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("The key of an approver.")
public record CreateApproverKeyRequest(
    @Required
        @Length(min = 1, max = Limits.ID)
        @Matches(value = Limits.ALGORITHM_PATTERN, message = Limits.ALGORITHM_RULE)
        @Words({"hmac-sha256", "ed25519"})
        String algorithm,
    @Length(min = 1, max = Limits.KEY_TEXT)
        @About("For hmac-sha256: 32 or more random bytes, base64url. It is never shown.")
        @Nullable String secret,
    @Length(min = 1, max = Limits.KEY_TEXT) @About("For ed25519: the raw 32 bytes, base64url.")
        @Nullable String publicKey,
    @Length(min = 1, max = Limits.NAME)
        @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
        @About(
            "The owner of the key; several keys of one principal count as one "
                + "approval. The key's id when unset.")
        @Nullable String principal,
    @Length(min = 1, max = Limits.NAME)
        @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
        @Nullable String name,
    @Length(min = 1, max = Limits.TIME_TEXT)
        @About("RFC 3339, UTC; the key expires at this time.")
        @Outdated
        @Nullable String notAfter,
    @Range(min = 1, max = Limits.TIME_MS)
        @About("The key expires at this time. Send this or not_after.")
        @Nullable Long notAfterMs) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "CreateApproverKeyRequest";
  }
}

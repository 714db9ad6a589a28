package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About(
    "Proof that the holder of an approver key has decided: a signature over "
        + "{\"approval_id\":\"<id>\",\"decision\":\"approve\"|\"deny\",\"exp\":<exp>}, "
        + "without white space.")
public record Assertion(
    @Required @Length(min = 1, max = Limits.ID) String keyId,
    @Required
        @Length(min = 1, max = Limits.ID)
        @Matches(value = "hmac-sha256|ed25519", message = "must be hmac-sha256 or ed25519")
        @Words({"hmac-sha256", "ed25519"})
        String algorithm,
    @About("Unix seconds; must be in the future.")
        @Required
        @Range(min = Long.MIN_VALUE, max = Long.MAX_VALUE)
        @Nullable Long exp,
    @About("The signature in base64url.") @Required @Length(min = 1, max = Limits.JSON_STRING)
        String value) {}

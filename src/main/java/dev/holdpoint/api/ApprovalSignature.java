package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Words;

@About("An assertion by an approver key; see the signed surface.")
public record ApprovalSignature(
    @Required @Length(min = 1, max = Limits.ID) String keyId,
    @Required
        @Length(min = 1, max = Limits.ID)
        @Matches(value = Limits.ALGORITHM_PATTERN, message = Limits.ALGORITHM_RULE)
        @Words({"hmac-sha256", "ed25519"})
        String algorithm,
    @Required @Range(min = 0, max = Limits.TIME_MS) @About("Unix seconds.") Long exp,
    @Required @Length(min = 1, max = Limits.KEY_TEXT) @About("base64url without padding.")
        String value) {}

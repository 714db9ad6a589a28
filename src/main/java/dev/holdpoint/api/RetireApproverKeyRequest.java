package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Outdated;
import dev.holdpoint.api.rule.Range;
import org.jspecify.annotations.Nullable;

@About("When the key expires; in seven days when unset.")
public record RetireApproverKeyRequest(
    @Length(min = 1, max = Limits.TIME_TEXT) @About("RFC 3339, UTC.") @Outdated
        @Nullable String notAfter,
    @Range(min = 1, max = Limits.TIME_MS) @About("Send this or not_after.")
        @Nullable Long notAfterMs) {}

package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import org.jspecify.annotations.Nullable;

@About("Ends a session: it accepts no more work, and can still be read.")
public record EndSessionRequest(@Length(max = Limits.REASON) @Nullable String reason) {}

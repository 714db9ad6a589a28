package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("One option of a question.")
public record Option(
    @Required @Length(min = 1, max = Limits.ID) String id,
    @Required @Length(max = Limits.REASON) String label,
    @OmitIfUnset @Length(max = Limits.REASON) @Nullable String description,
    @OmitIfUnset @Length(max = Limits.REASON) @Nullable String preview) {}

package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Tolerant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@About("A signed decision on an approval.")
@Tolerant(exceptSlips = true)
public record ResolveApprovalRequest(
    @Required Assertion signature,
    @About("Values for the requested secrets, by alias; write-only.")
        @Size(max = Limits.SECRETS)
        @Length(min = 1, max = Limits.SECRET)
        @Nullable Map<String, String> secrets,
    @About("A note to store with the approval.") @Length(max = Limits.NOTE) @Nullable String note) {
  public ResolveApprovalRequest {
    secrets = secrets == null ? null : Map.copyOf(secrets);
  }

  /** What is in it must not end up in a log. */
  @Override
  public String toString() {
    return "ResolveApprovalRequest";
  }
}

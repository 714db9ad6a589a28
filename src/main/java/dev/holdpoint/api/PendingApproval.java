package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A call that waits for a decision.")
public record PendingApproval(
    String approvalId,
    @About("The shell command, or the tool's name and its input as compact JSON.") String command,
    String description,
    @About("The pattern that session and always store.") @Nullable String patternKey,
    @About("Other patterns that can be stored instead, the narrowest first.")
        List<String> patternKeys,
    String sessionId,
    String runId,
    @About("Unix time in seconds.") BigDecimal createdAt,
    @About("Unix time in seconds; omitted when there is no deadline.") @OmitIfUnset
        @Nullable BigDecimal expiresAt,
    @About("True if a decision requires a signature.") @OmitIfUnset
        @Nullable Boolean signatureRequired,
    @About("How many more approvals are required, if more than one.") @OmitIfUnset
        @Nullable Integer approvalsMissing,
    @About(
            "True if only a person may allow it: rules, grants and bulk decisions do "
                + "not apply.")
        @OmitIfUnset
        @Nullable Boolean personOnly,
    @About("deny if the agent suggests to deny it.") @OmitIfUnset
        @Nullable ApprovalBehavior defaultBehavior) {
  public PendingApproval {
    patternKeys = Copies.of(patternKeys);
  }
}

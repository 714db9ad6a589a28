package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A call that waits for a click.")
public record PendingApproval(
    String approvalId,
    @About("The shell command, or the tool's name and its input as compact JSON.") String command,
    String description,
    @About("What session and always would be stored for.") @Nullable String patternKey,
    @About("What they could be stored for instead, the narrowest first.") List<String> patternKeys,
    String sessionId,
    String runId,
    @About("Unix time in seconds.") BigDecimal createdAt,
    @About("Unix time in seconds; left out when there is no deadline.") @OmitIfUnset
        @Nullable BigDecimal expiresAt,
    @About("True where a click takes a signature.") @OmitIfUnset
        @Nullable Boolean signatureRequired,
    @About("How many more must approve, where one is not enough.") @OmitIfUnset
        @Nullable Integer approvalsMissing,
    @About("True where only a person may allow it: no rule, no grant and no bulk answer does.")
        @OmitIfUnset
        @Nullable Boolean personOnly,
    @About("deny where the agent suggests a no.") @OmitIfUnset
        @Nullable ApprovalBehavior defaultBehavior) {
  public PendingApproval {
    patternKeys = Copies.of(patternKeys);
  }
}

package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("A call that waits for somebody to allow it.")
public record ApprovalRequestView(
    String id,
    @Nullable String toolCallId,
    String toolName,
    JsonNode input,
    @Nullable String reason,
    ApprovalScope scope,
    long createdAtMs,
    @OmitIfUnset @Nullable Long expiresAtMs,
    int revision,
    @About("Lowercase hex SHA-256 of the RFC 8785 form of {tool_name, input}.") String digest,
    @About("What a lasting grant could cover, the narrowest first.") List<String> patternKeys,
    @OmitIfUnset @Nullable List<RequestedItem> requestedItems,
    @About("Whether only an assertion of an approver key decides.") boolean signatureRequired,
    @About("How many different principals must approve, where one is not enough.") @OmitIfUnset
        @Nullable Integer approvalsRequired,
    @About("Who has approved so far, where one is not enough.") @OmitIfUnset
        @Nullable List<ApprovalEndorsement> approvals,
    @About("What the agent lets people choose from, where it has choices of its own.") @OmitIfUnset
        @Nullable List<ApprovalOption> options,
    @About("True where only a person may allow it: no rule, no grant and no bulk answer does.")
        @OmitIfUnset
        @Nullable Boolean personOnly,
    @About("deny where the agent suggests a no.") @OmitIfUnset
        @Nullable ApprovalBehavior defaultBehavior,
    @OmitIfUnset @Nullable List<ActionView> actions) {
  public ApprovalRequestView {
    patternKeys = Copies.of(patternKeys);
    requestedItems = Copies.orNull(requestedItems);
    approvals = Copies.orNull(approvals);
    options = Copies.orNull(options);
    actions = Copies.orNull(actions);
  }
}

package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("A call that waits for a person's approval.")
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
    @About("Patterns that a grant could cover, the narrowest first.") List<String> patternKeys,
    @OmitIfUnset @Nullable List<RequestedItem> requestedItems,
    @About("Whether decisions require an assertion signed with an approver key.")
        boolean signatureRequired,
    @About("How many different principals must approve, if more than one.") @OmitIfUnset
        @Nullable Integer approvalsRequired,
    @About("The approvals so far, if more than one is required.") @OmitIfUnset
        @Nullable List<ApprovalEndorsement> approvals,
    @About("The choices that the agent offers, if it has its own.") @OmitIfUnset
        @Nullable List<ApprovalOption> options,
    @About(
            "True if only a person may allow it: rules, grants and bulk decisions do "
                + "not apply.")
        @OmitIfUnset
        @Nullable Boolean personOnly,
    @About("deny if the agent suggests to deny it.") @OmitIfUnset
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

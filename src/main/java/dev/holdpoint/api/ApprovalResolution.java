package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("One decision.")
public record ApprovalResolution(
    @Required @Length(min = 1, max = Limits.ID) String requestId,
    @Required ApprovalBehavior behavior,
    @OmitIfUnset
        @MustBeObject
        @JsonLength(max = Limits.TOOL_INPUT)
        @About("Replaces the requested input.")
        @Nullable JsonNode updatedInput,
    @OmitIfUnset @Length(max = Limits.REASON) @Nullable String justification,
    @OmitIfUnset
        @Length(max = Limits.REASON)
        @About("The reason that the model receives when the call is denied.")
        @Nullable String reason,
    @OmitIfUnset
        @Length(min = 1, max = Limits.ID)
        @About("Refuses the batch if the request has changed since it was shown.")
        @Nullable String expectedDigest,
    @OmitIfUnset @About("With behavior allow: also allows similar calls from now on.")
        @Nullable ApprovalGrant grant,
    @OmitIfUnset @About("The signature of an approver, if the tenant requires it.")
        @Nullable ApprovalSignature signature,
    @OmitIfUnset
        @Length(min = 1, max = Limits.ID)
        @About("One of the agent's options, instead of the one that matches the behavior.")
        @Nullable String optionId) {
  /** A decision on this call alone. */
  public ApprovalResolution(
      String requestId,
      ApprovalBehavior behavior,
      @Nullable JsonNode updatedInput,
      @Nullable String justification,
      @Nullable String reason,
      @Nullable String expectedDigest) {
    this(
        requestId, behavior, updatedInput, justification, reason, expectedDigest, null, null, null);
  }

  /** On the word of whoever sends it. */
  public ApprovalResolution(
      String requestId,
      ApprovalBehavior behavior,
      @Nullable JsonNode updatedInput,
      @Nullable String justification,
      @Nullable String reason,
      @Nullable String expectedDigest,
      @Nullable ApprovalGrant grant) {
    this(
        requestId,
        behavior,
        updatedInput,
        justification,
        reason,
        expectedDigest,
        grant,
        null,
        null);
  }
}

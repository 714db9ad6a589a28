package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("Work for a session: either content with attachments, or ordered input items.")
public record SubmitInputRequest(
    @Length(min = 1, max = Limits.NAME) @About("The model route for this run only.")
        @Nullable String provider,
    @Length(min = 1, max = Limits.NAME) @Nullable String sourcePlugin,
    @Length(min = 1, max = Limits.NAME) @Nullable String sourceKind,
    @Length(min = 1, max = Limits.NAME) @Nullable String actorId,
    @Length(max = Limits.CONTENT) @RefusedAs("invalid_input") @Nullable String content,
    @Size(max = Limits.INPUT_ITEMS) @RefusedAs("invalid_input") List<InputItem> inputItems,
    @Size(max = Limits.ATTACHMENTS) @RefusedAs("invalid_input") List<AttachmentUpload> attachments,
    @Nullable Generation generation,
    @Size(max = Limits.COMPLETION_REQUIREMENTS) @RefusedAs("invalid_input")
        List<CompletionRequirement> completionRequirements,
    @MustBeObject @JsonLength(max = Limits.METADATA) @RefusedAs("invalid_input")
        @Nullable JsonNode metadata,
    @Size(max = Limits.BINDING_KEYS)
        @Length(min = 1, max = Limits.ID)
        @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
        @About("Keys that are permanently bound to this session.")
        List<String> bindingKeys,
    @Size(max = Limits.REPLY_TARGETS) List<ReplyTarget> replyTargets,
    @Length(min = 1, max = Limits.NAME) @Nullable String replyPlugin,
    @Length(min = 1, max = Limits.URL) @Nullable String replyAddress,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {
  public SubmitInputRequest {
    metadata = Copies.orNull(metadata);
    inputItems = Copies.of(inputItems);
    attachments = Copies.of(attachments);
    completionRequirements = Copies.of(completionRequirements);
    bindingKeys = Copies.of(bindingKeys);
    replyTargets = Copies.of(replyTargets);
  }
}

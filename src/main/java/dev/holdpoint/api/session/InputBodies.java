package dev.holdpoint.api.session;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.holdpoint.api.content.ContentBodies.AttachmentUpload;
import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a session is given to work on. */
public interface InputBodies {
  @About("Work for a session: either content with attachments, or ordered input items.")
  record SubmitInputRequest(
      @Length(min = 1, max = Limits.NAME) @About("The model route for this run only.")
          @Nullable String provider,
      @Length(min = 1, max = Limits.NAME) @Nullable String sourcePlugin,
      @Length(min = 1, max = Limits.NAME) @Nullable String sourceKind,
      @Length(min = 1, max = Limits.NAME) @Nullable String actorId,
      @Length(max = Limits.CONTENT) @RefusedAs("invalid_input") @Nullable String content,
      @Size(max = Limits.INPUT_ITEMS) @RefusedAs("invalid_input") List<InputItem> inputItems,
      @Size(max = Limits.ATTACHMENTS) @RefusedAs("invalid_input")
          List<AttachmentUpload> attachments,
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

  /** One piece of ordered input. */
  @About("One piece of ordered input.")
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  sealed interface InputItem {

    @About("Plain text.")
    @JsonTypeName("text")
    record Text(@Required @Length(max = Limits.CONTENT) String text) implements InputItem {}

    @About("A stored asset.")
    @JsonTypeName("asset_reference")
    record AssetReference(@Required @Length(min = 1, max = Limits.ID) String assetId)
        implements InputItem {}

    @About("A revision of a board.")
    @JsonTypeName("board_reference")
    record BoardReference(
        @Required @Length(min = 1, max = Limits.ID) String boardId,
        @Length(min = 1, max = Limits.ID) @Nullable String revisionId)
        implements InputItem {}

    @About("A file in the request.")
    @JsonTypeName("inline_asset")
    record InlineAsset(
        @Required
            @Length(min = 1, max = Limits.FILE_NAME)
            @Matches(value = Limits.FILE_NAME_PATTERN, message = Limits.FILE_NAME_RULE)
            String fileName,
        @Length(min = 1, max = Limits.MEDIA_TYPE)
            @Matches(value = Limits.MEDIA_TYPE_PATTERN, message = Limits.MEDIA_TYPE_RULE)
            @About("Derived from the file's name when unset.")
            @Nullable String mediaType,
        @Required @Length(min = 1, max = Limits.BASE64) String contentBase64)
        implements InputItem {}
  }

  @About("A condition for the run to complete.")
  record CompletionRequirement(
      @Required Type type,
      @Length(min = 1, max = Limits.PATH)
          @About("A path in the session's workspace; any file when unset.")
          @Nullable String path) {

    @About("The kind of condition.")
    public enum Type {
      WORKSPACE_FILE
    }
  }

  @About(
      "Generation settings for the model. Unset members use the session's, the "
          + "route's or the provider's setting.")
  record Generation(
      @Length(min = 1, max = Limits.NAME) @OmitIfUnset @Nullable String model,
      @Length(min = 1, max = Limits.NAME)
          @OmitIfUnset
          @About("Model to use while the first one is unavailable.")
          @Nullable String fallbackModel,
      @JsonLength(max = Limits.CHOICE)
          @OmitIfUnset
          @About(
              "{\"type\": auto, none or required}, or {\"type\": \"specific\", \"name\"}; a bare word is read as the type.")
          @Nullable JsonNode toolChoice,
      @OmitIfUnset @Nullable Boolean allowParallelToolCalls,
      @Range(min = 1, max = Limits.OUTPUT_TOKENS) @OmitIfUnset @Nullable Integer maxOutputTokens,
      @Range(min = 0, max = 2) @OmitIfUnset @Nullable BigDecimal temperature,
      @MustBeObject
          @JsonLength(max = Limits.METADATA)
          @OmitIfUnset
          @About(
              "{\"type\": \"text\"}, or {\"type\": \"structured_json\", \"schema\": JSON Schema}.")
          @Nullable JsonNode responseFormat) {
    public Generation {
      toolChoice = Copies.orNull(toolChoice);
      responseFormat = Copies.orNull(responseFormat);
    }
  }
}

package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

/** One piece of ordered input. */
@About("One piece of ordered input.")
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface InputItem {

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

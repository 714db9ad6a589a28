package dev.holdpoint.api.content;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about stored files and boards. */
public interface ContentBodies {
  @About("A stored file.")
  record AssetView(
      String assetId,
      String fileName,
      String mediaType,
      long byteLength,
      @About("The SHA-256 of its bytes, in lowercase hex.") String sha256,
      long createdAtMs) {
    /**
     * What a browser shows and cannot run. Everything else is sent as the last, whatever it was
     * called.
     */
    public static final List<String> SENT_AS =
        List.of(
            "text/plain",
            "text/csv",
            "text/markdown",
            "application/json",
            "application/pdf",
            "image/png",
            "image/jpeg",
            "image/gif",
            "image/webp",
            "application/octet-stream");
  }

  @About("A file sent along with the content.")
  record AttachmentUpload(
      @Required
          @Length(min = 1, max = Limits.FILE_NAME)
          @Matches(value = Limits.FILE_NAME_PATTERN, message = Limits.FILE_NAME_RULE)
          String fileName,
      @Length(min = 1, max = Limits.MEDIA_TYPE)
          @Matches(value = Limits.MEDIA_TYPE_PATTERN, message = Limits.MEDIA_TYPE_RULE)
          @About("Derived from the file's name when unset.")
          @Nullable String mediaType,
      @Required @Length(min = 1, max = Limits.BASE64) String contentBase64) {}

  @About("A text that people and agents share, with all its revisions.")
  record BoardView(
      String boardId,
      @About("The revision that this view shows: the newest, except for a repeated request.")
          String revisionId,
      String title,
      @OmitIfUnset @About("Omitted in lists.") @Nullable String content,
      int revisions,
      long createdAtMs,
      long updatedAtMs) {}

  @About("The new text of a board.")
  record BoardRequest(
      @Required @Length(min = 1, max = Limits.NAME) String title,
      @Required @Length(max = Limits.BOARD) String content,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {}

  @About("A revision of a board.")
  record BoardRevisionView(
      String boardId,
      String revisionId,
      String title,
      @OmitIfUnset @About("Omitted in lists.") @Nullable String content,
      long createdAtMs) {}
}

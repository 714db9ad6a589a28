package dev.holdpoint.api.gate;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

/** What of the world an approval depends on, as it is shown. */
public interface WorldBodies {
  @About("What a precondition is about.")
  enum PreconditionType {
    FILE_SHA256,
    FILE_ABSENT,
    GIT_HEAD,
    HTTP_ETAG,
    FINGERPRINT
  }

  @About("Whether a precondition stands: unknown where the daemon cannot look.")
  enum PreconditionState {
    HOLDS,
    MOVED,
    UNKNOWN
  }

  @About("Something of the world that the decision is to depend on.")
  record PreconditionRequest(
      @Required PreconditionType type,
      @Length(min = 1, max = Limits.PATH) @About("Of a file or a repository.") @OmitIfUnset
          @Nullable String path,
      @Length(min = 1, max = Limits.URL) @About("Of an ETag.") @OmitIfUnset @Nullable String url,
      @Length(min = 1, max = Limits.ID) @About("Of a fingerprint.") @OmitIfUnset
          @Nullable String name,
      @Length(min = 1, max = Limits.ID) @About("Of file_sha256: lowercase hex.") @OmitIfUnset
          @Nullable String sha256,
      @Length(min = 1, max = Limits.ID) @About("Of git_head: lowercase hex.") @OmitIfUnset
          @Nullable String commit,
      @Length(min = 1, max = Limits.URL)
          @About("Of http_etag: what the server must say now; the daemon asks it in any case.")
          @OmitIfUnset
          @Nullable String etag,
      @Length(min = 1, max = Limits.ID) @About("Of fingerprint.") @OmitIfUnset
          @Nullable String value) {}

  @About("Something of the world that the decision depends on.")
  record PreconditionView(
      PreconditionType type,
      @About("Of a file or a repository.") @OmitIfUnset @Nullable String path,
      @About("Of an ETag.") @OmitIfUnset @Nullable String url,
      @About("Of a fingerprint.") @OmitIfUnset @Nullable String name,
      @About("The SHA-256, commit, ETag or value; absent for a file that must not exist.")
          String expected,
      PreconditionState state) {}

  @About("Something that had changed when the approval before was to be carried out.")
  record WorldChangeView(
      PreconditionType type,
      @OmitIfUnset @Nullable String path,
      @OmitIfUnset @Nullable String url,
      @OmitIfUnset @Nullable String name,
      String expected,
      @About("The value now, or a word such as absent, link or too_large.") String found,
      @OmitIfUnset @Nullable Long expectedBytes,
      @OmitIfUnset @Nullable Long foundBytes,
      @About("Unified, at most 200 lines and 16 KiB, without secrets of the conversation.")
          @OmitIfUnset
          @Nullable String diff) {}
}

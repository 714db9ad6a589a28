package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Size;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About(
    "A target for outputs: a stored handle (plugin and address, no type), or "
        + "one of the typed forms.")
public record ReplyTarget(
    @Nullable Type type,
    @Length(min = 1, max = Limits.NAME) @Nullable String plugin,
    @Length(min = 1, max = Limits.URL) @Nullable String address,
    @Length(min = 1, max = Limits.NAME) @Nullable String connector,
    @Length(min = 1, max = Limits.URL) @Nullable String route,
    @JsonLength(max = Limits.CHOICE) @About("A number, or a public name as text.")
        @Nullable JsonNode chatId,
    @Nullable @Range(min = 1, max = Long.MAX_VALUE) Long messageThreadId,
    @Nullable @Range(min = 1, max = Long.MAX_VALUE) Long replyToMessageId,
    @Length(min = 1, max = Limits.ID) @Nullable String channelId,
    @Length(min = 1, max = Limits.ID) @Nullable String teamId,
    @Length(min = 1, max = Limits.ID) @Nullable String threadTs,
    @Length(min = 1, max = Limits.URL) @Nullable String url,
    @Size(max = Limits.HEADERS) @Length(max = Limits.URL) Map<String, String> headers) {
  public ReplyTarget {
    chatId = Copies.orNull(chatId);
    headers = Copies.of(headers);
  }

  @About("The typed forms.")
  public enum Type {
    RAW,
    EXTERNAL,
    TELEGRAM,
    SLACK,
    HTTP
  }
}

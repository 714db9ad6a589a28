package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Tolerant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@About("A message to a conversation.")
@Tolerant(exceptSlips = true)
public record SendMessageRequest(
    @Required
        @Length(min = 1, max = Limits.CONTENT)
        @Matches(value = Limits.SAYS_SOMETHING, message = "must not be blank")
        String content,
    @About("New secrets of the conversation, by alias; write-only.")
        @Size(max = Limits.SECRETS)
        @Length(min = 1, max = Limits.SECRET)
        @Nullable Map<String, String> secrets) {
  public SendMessageRequest {
    secrets = secrets == null ? null : Map.copyOf(secrets);
  }

  /** What is in it must not end up in a log. */
  @Override
  public String toString() {
    return "SendMessageRequest";
  }
}

package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Posts a message to a channel, and asks members to speak.")
public record PostMessageRequest(
    @Required @Length(min = 1, max = Limits.NAME) String author,
    @Required @Length(min = 1, max = Limits.CONTENT) String content,
    @Size(max = Limits.MEMBERS)
        @Length(min = 1, max = Limits.SESSION_ID)
        @About("Ids of the members that are asked to speak.")
        List<String> to,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {
  public PostMessageRequest {
    to = Copies.of(to);
  }
}

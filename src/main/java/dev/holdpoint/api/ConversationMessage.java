package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A message of a conversation.")
public record ConversationMessage(
    @About("Always message.") String object,
    String id,
    String conversationId,
    Speaker role,
    Status status,
    String content,
    @About("Why it failed: approval_denied, approval_expired, or a description.") @OmitIfUnset
        @Nullable String error,
    String createdAt) {

  @About("The author of the message.")
  public enum Speaker {
    USER,
    ASSISTANT
  }

  @About("The state of a message; a parked one waits for a decision.")
  public enum Status {
    QUEUED,
    RUNNING,
    PARKED,
    COMPLETED,
    FAILED
  }
}

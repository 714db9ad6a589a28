package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("What was said in a conversation, once.")
public record ConversationMessage(
    @About("Always message.") String object,
    String id,
    String conversationId,
    Speaker role,
    Status status,
    String content,
    @About("Why it failed: approval_denied, approval_expired, or what went wrong.") @OmitIfUnset
        @Nullable String error,
    String createdAt) {

  @About("Whose words they are.")
  public enum Speaker {
    USER,
    ASSISTANT
  }

  @About("Where a message stands; a parked one waits for somebody to decide.")
  public enum Status {
    QUEUED,
    RUNNING,
    PARKED,
    COMPLETED,
    FAILED
  }
}

package dev.holdpoint.api.signed;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.signed.SignedBodies.ConversationMessage;
import dev.holdpoint.api.signed.SignedBodies.SignedApproval;
import dev.holdpoint.api.signed.SignedBodies.SignedProblem;
import org.jspecify.annotations.Nullable;

@About("One line of the stream of a message.")
public record ConversationEvent(
    @About("Always conversation.event.") String object,
    Type type,
    String conversationId,
    @About("The assistant's message.") @Nullable String messageId,
    @About("Counted from 0, without a gap.") int seq,
    Data data,
    String createdAt) {

  @About("The event. The last line is message_end or error, and there is exactly one of them.")
  public enum Type {
    QUEUED,
    MESSAGE_START,
    CONTENT_DELTA,
    APPROVAL_REQUIRED,
    RESUMED,
    MESSAGE_END,
    ERROR
  }

  @About("The members of this type.")
  public record Data(
      @About("queued: its position in the queue, from 1.") @OmitIfUnset @Nullable Integer position,
      @About("content_delta: joined together, these are the message's content.") @OmitIfUnset
          @Nullable String text,
      @About("approval_required.") @OmitIfUnset @Nullable SignedApproval approval,
      @About("resumed: the granted approval.") @OmitIfUnset @Nullable String approvalId,
      @About("message_end.") @OmitIfUnset @Nullable ConversationMessage message,
      @About("error.") @OmitIfUnset @Nullable SignedProblem problem) {

    public static final Data NOTHING = new Data(null, null, null, null, null, null);

    public static Data position(int position) {
      return new Data(position, null, null, null, null, null);
    }

    public static Data text(String text) {
      return new Data(null, text, null, null, null, null);
    }

    public static Data approval(SignedApproval approval) {
      return new Data(null, null, approval, null, null, null);
    }

    public static Data approvalId(String id) {
      return new Data(null, null, null, id, null, null);
    }

    public static Data message(ConversationMessage message) {
      return new Data(null, null, null, null, message, null);
    }

    public static Data problem(SignedProblem problem) {
      return new Data(null, null, null, null, null, problem);
    }
  }
}

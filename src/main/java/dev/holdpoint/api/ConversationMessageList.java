package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A page of messages, newest first.")
public record ConversationMessageList(
    @About("Always list.") String object,
    List<ConversationMessage> data,
    boolean hasMore,
    @About("Send it as starting_after for the next page.") @Nullable String nextCursor) {
  public ConversationMessageList {
    data = Copies.of(data);
  }
}

package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The secrets of a conversation, by alias.")
public record ConversationSecretList(
    @About("Always list.") String object,
    List<ConversationSecret> data,
    boolean hasMore,
    @Nullable String nextCursor) {
  public ConversationSecretList {
    data = Copies.of(data);
  }
}

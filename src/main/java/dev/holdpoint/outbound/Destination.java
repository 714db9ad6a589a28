package dev.holdpoint.outbound;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What is to be called at the other end of a connector. */
sealed interface Destination {
  /**
   * @param chosen whether the operator chose where it is, so that any address is good
   */
  record Web(URI url, Map<String, String> headers, boolean chosen) implements Destination {}

  record Channel(String id, @Nullable String threadTs) implements Destination {}

  /**
   * @param id a number, or a public name as text
   */
  record Chat(JsonNode id, @Nullable Long threadId, @Nullable Long replyTo)
      implements Destination {}
}

package dev.holdpoint.agent.model;

import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Hears what a provider is sent and what comes back. A model tells it on the thread that asked, and
 * only what somebody listens to is put into words.
 */
public interface Wiretap {
  Wiretap NONE =
      new Wiretap() {
        @Override
        public void sent(Supplier<JsonNode> request) {}

        @Override
        public void received(Supplier<JsonNode> event) {}
      };

  /** The request as it goes out, without what identifies the caller to the provider. */
  void sent(Supplier<JsonNode> request);

  /** One event of the answer, in the order they come. */
  void received(Supplier<JsonNode> event);
}

package dev.holdpoint.agent.provider;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What one provider does in its own way. */
public interface ProviderDialect {
  /** Where the provider is unless told otherwise. */
  String home();

  /** Who puts conversations into the provider's words, and answers together. */
  StreamingChatModel translator(Access access, String model, HttpClientBuilder wire);

  /**
   * Adds to a request what langchain4j has no words for, or only for some schemas: tools with
   * whatever schemas they bring, which of them to use, how much to say, and in which format.
   */
  void complete(ObjectNode body, TurnRequest wish);

  /** Looks at one event of the answer: what it says of the end, of the cost, of a failure. */
  void hear(JsonNode event, ProviderAnswer answer);

  /** The event as the library is to see it: the same, unless it would take it for another. */
  default JsonNode plain(JsonNode event) {
    return event;
  }

  /** Whether an answer comes as server-sent events, which no JSON can be taken for. */
  default boolean isEventStream() {
    return true;
  }

  /**
   * How the provider is come to.
   *
   * @param key a word that lets nobody in where there is none
   */
  record Access(String baseUrl, String key) {
    @Override
    public String toString() {
      return "access to " + baseUrl;
    }
  }
}

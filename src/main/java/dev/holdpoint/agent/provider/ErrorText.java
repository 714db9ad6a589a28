package dev.holdpoint.agent.provider;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What a provider says when it fails, in a line. */
final class ErrorText {
  private static final int LONGEST = 300;

  /** What does not pass, as the providers call it in a stream, where there is no status. */
  private static final Set<String> LASTING =
      Set.of(
          "invalid_request_error",
          "authentication_error",
          "permission_error",
          "not_found_error",
          "request_too_large",
          "INVALID_ARGUMENT",
          "PERMISSION_DENIED",
          "UNAUTHENTICATED",
          "NOT_FOUND");

  private static final Set<String> BUSY =
      Set.of("overloaded_error", "rate_limit_error", "RESOURCE_EXHAUSTED");

  private ErrorText() {}

  /** The message in a body, whoever wrote it; what is no JSON is shown as it is. */
  static String of(String body) {
    try {
      JsonNode tree = JsonTree.read(body);
      return line(message(tree.isArray() ? tree.path(0) : tree));
    } catch (NotJson _) {
      return line(body.startsWith("<") ? "a page of HTML" : body);
    }
  }

  private static String message(JsonNode tree) {
    JsonNode error = tree.path("error");
    if (error.isString()) {
      return error.asString();
    }
    String words = error.path("message").asString(tree.path("message").asString(""));
    return words.isEmpty() ? JsonTree.write(tree).text() : words;
  }

  /** A failure that the provider tells as an event, when it has begun to answer. */
  static AttemptFailed inStream(JsonNode event) {
    JsonNode error = event.path("error");
    String type = error.path("type").asString(error.path("status").asString(""));
    AttemptOutcome outcome =
        LASTING.contains(type)
            ? AttemptOutcome.REFUSED
            : BUSY.contains(type) ? AttemptOutcome.RATE_LIMITED : AttemptOutcome.UNAVAILABLE;
    String word = type.isEmpty() ? "" : type + ": ";
    return new AttemptFailed(
        outcome, "the provider failed during its answer: " + word + line(message(event)));
  }

  /** The same, of whoever gives no more than words. */
  static AttemptFailed inStream(String data) {
    try {
      return inStream(JsonTree.read(data));
    } catch (NotJson _) {
      return new AttemptFailed(
          AttemptOutcome.UNAVAILABLE, "the provider failed during its answer: " + line(data));
    }
  }

  /** What came with 200 in place of events. */
  static AttemptFailed inPlace(String body) {
    try {
      JsonNode tree = JsonTree.read(body);
      if (tree.hasNonNull("error")) {
        return inStream(tree);
      }
    } catch (NotJson _) {
      // Told below, as what it is.
    }
    return new AttemptFailed(
        AttemptOutcome.MALFORMED, "the provider answered 200, but not with a stream: " + of(body));
  }

  static String line(String text) {
    String one = text.strip().replaceAll("\\s+", " ");
    return one.length() <= LONGEST ? one : one.substring(0, LONGEST) + "…";
  }
}

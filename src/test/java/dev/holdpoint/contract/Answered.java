package dev.holdpoint.contract;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The head of an answer.
 *
 * @param operation null where there is none
 * @param target path and query
 * @param headers by their names in lower case
 */
public record Answered(
    @Nullable String operation,
    String method,
    String target,
    int status,
    Map<String, String> headers) {
  public Answered {
    headers = Map.copyOf(headers);
  }

  /** Without its parameters; empty where nothing is sent. */
  String mediaType() {
    String type = headers.getOrDefault("content-type", "");
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  boolean isJson() {
    return mediaType().equals("application/json") || mediaType().equals("application/problem+json");
  }

  boolean isEvents() {
    return mediaType().equals("text/event-stream");
  }

  boolean isLines() {
    return mediaType().equals("application/x-ndjson");
  }
}

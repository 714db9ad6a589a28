package dev.holdpoint.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The stream of events that ends with the answer to one request. */
final class AnswerStream {
  private static final String DATA = "data:";

  private final InputStream in;
  private final String title;
  private final FloodLimit flood = new FloodLimit();

  private AnswerStream(InputStream in, String title) {
    this.in = in;
    this.title = title;
  }

  /** Gives the answer; what comes before it is for people who look at the server itself. */
  static JsonNode read(InputStream body, long id, String title) throws IOException, McpFailure {
    return new AnswerStream(new BufferedInputStream(body), title).answer(id);
  }

  static McpFailure tooLarge(String title) {
    return new McpFailure(
        "%s has sent a message of more than %d bytes".formatted(title, Wires.MAX_MESSAGE));
  }

  private JsonNode answer(long id) throws IOException, McpFailure {
    StringBuilder data = new StringBuilder();
    for (String line = line(); line != null; line = line()) {
      if (!flood.another()) {
        throw new McpFailure(
            "%s has sent more than %d lines in a few seconds".formatted(title, FloodLimit.MOST));
      }
      if (line.startsWith(DATA)) {
        data.append(data.isEmpty() ? "" : "\n").append(line.substring(DATA.length()).strip());
        if (data.length() > Wires.MAX_MESSAGE) {
          throw tooLarge(title);
        }
      } else if (line.isEmpty() && !data.isEmpty()) {
        JsonNode answer = answer(data.toString(), id);
        if (answer != null) {
          return answer;
        }
        data.setLength(0);
      }
    }
    throw new IOException("the stream ended without an answer");
  }

  private static @Nullable JsonNode answer(String data, long id) {
    try {
      JsonNode message = JsonTree.read(data);
      boolean isAnswer = message.has("result") || message.has("error");
      return isAnswer && message.path("id").asString("").equals(Long.toString(id)) ? message : null;
    } catch (NotJson e) {
      return null;
    }
  }

  /** Null at the end. */
  private @Nullable String line() throws IOException, McpFailure {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int one = in.read();
    if (one < 0) {
      return null;
    }
    while (one >= 0 && one != '\n') {
      if (line.size() > Wires.MAX_MESSAGE) {
        throw tooLarge(title);
      }
      line.write(one);
      one = in.read();
    }
    String text = line.toString(UTF_8);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}

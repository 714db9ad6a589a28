package dev.holdpoint.outbound;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What Slack and Telegram say about a message, as far as it could be read. They send the message
 * back with it, so an answer may be long and may have been cut: what was said before the cut
 * counts.
 *
 * @param ok whether it was taken; null where nothing says so
 * @param error Slack's word for what is wrong; empty without one
 * @param retryAfter Telegram's wish, in seconds
 */
record ChatReply(@Nullable Boolean ok, String error, @Nullable String retryAfter) {
  private static final JsonFactory JSON = new JsonFactory();

  static ChatReply read(String text) {
    Reading reading = new Reading();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        reading.members(parser);
      }
    } catch (JacksonException _) {
      // Cut off, or not JSON: there is no more to be learned from it.
    }
    return new ChatReply(reading.ok, reading.error, reading.retryAfter);
  }

  private static final class Reading {
    private @Nullable Boolean ok;
    private String error = "";
    private @Nullable String retryAfter;

    /** Only those of the answer itself: the message that it carries may have any members. */
    void members(JsonParser parser) {
      for (String name = parser.nextName(); name != null; name = parser.nextName()) {
        JsonToken value = parser.nextToken();
        if (name.equals("ok") && value.isBoolean()) {
          ok = parser.getBooleanValue();
        } else if (name.equals("error") && value == JsonToken.VALUE_STRING) {
          error = parser.getString();
        } else if (name.equals("parameters") && value == JsonToken.START_OBJECT) {
          parameters(parser);
        } else {
          parser.skipChildren();
        }
      }
    }

    private void parameters(JsonParser parser) {
      for (String name = parser.nextName(); name != null; name = parser.nextName()) {
        if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT && name.equals("retry_after")) {
          retryAfter = parser.getString();
        } else {
          parser.skipChildren();
        }
      }
    }
  }
}

package dev.holdpoint.cli;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Where something is sent, as it is typed: a URL, or {@code KIND:CONNECTOR/WHERE}. */
public final class Targets {
  private Targets() {}

  /**
   * @throws IllegalArgumentException that says what is expected
   */
  public static ReplyTarget read(String text) {
    if (text.startsWith("http://") || text.startsWith("https://")) {
      return target(ReplyTarget.Type.HTTP, null, null, null, null, null, null, text);
    }
    int colon = text.indexOf(':');
    int slash = text.indexOf('/', colon);
    if (colon < 0 || slash < 0 || slash == text.length() - 1) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a target; use a URL, or KIND:CONNECTOR/WHERE");
    }
    String first = text.substring(colon + 1, slash);
    String second = text.substring(slash + 1);
    return switch (text.substring(0, colon)) {
      case "slack" -> target(ReplyTarget.Type.SLACK, null, null, first, null, null, second, null);
      case "telegram" ->
          target(ReplyTarget.Type.TELEGRAM, null, null, first, null, chat(second), null, null);
      case "external" ->
          target(ReplyTarget.Type.EXTERNAL, null, null, first, second, null, null, null);
      case "raw" -> target(ReplyTarget.Type.RAW, first, second, null, null, null, null, null);
      default ->
          throw new IllegalArgumentException(
              "'" + text + "' is not a target; the kinds are slack, telegram, external and raw");
    };
  }

  private static JsonNode chat(String id) {
    return id.matches("-?[0-9]{1,18}")
        ? JsonNodeFactory.instance.numberNode(Long.parseLong(id))
        : JsonNodeFactory.instance.stringNode(id);
  }

  private static ReplyTarget target(
      ReplyTarget.Type type,
      @Nullable String plugin,
      @Nullable String address,
      @Nullable String connector,
      @Nullable String route,
      @Nullable JsonNode chatId,
      @Nullable String channelId,
      @Nullable String url) {
    return new ReplyTarget(
        type, plugin, address, connector, route, chatId, null, null, channelId, null, null, url,
        Map.of());
  }
}

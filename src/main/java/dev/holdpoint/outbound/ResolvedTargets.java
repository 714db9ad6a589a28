package dev.holdpoint.outbound;

import dev.holdpoint.core.net.Headers;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.StringNode;

/**
 * Which connector a reply handle means, and what is to be called there. The typed forms keep the
 * name of their connector in the address; a raw handle has it as its plugin, and an address as that
 * kind writes it, or nothing but the channel, chat, route or URL.
 */
final class ResolvedTargets {
  private static final Pattern CHAT_NUMBER = Pattern.compile("-?[0-9]{1,18}");

  private final Map<String, Connector> connectors;

  ResolvedTargets(Map<String, Connector> connectors) {
    this.connectors = connectors;
  }

  /** Null when there is no such connector, or it cannot make anything of the address. */
  @Nullable ResolvedTarget find(ReplyHandle handle) {
    JsonNode address = read(handle.address());
    String named = address.path("connector").asString(handle.plugin());
    Connector connector = connectors.get(named);
    if (connector == null || !(isTyped(handle, connector) || handle.plugin().equals(named))) {
      return null;
    }
    Destination destination =
        switch (connector.kind()) {
          case HTTP -> web(connector, address);
          case EXTERNAL -> external(connector, address);
          case SLACK -> channel(address);
          case TELEGRAM -> chat(address);
        };
    return destination == null ? null : new ResolvedTarget(connector, destination);
  }

  /** Whether the plugin is a kind, as in the typed forms, and the connector is of it. */
  private static boolean isTyped(ReplyHandle handle, Connector connector) {
    return switch (connector.kind()) {
      case SLACK -> handle.plugin().equals("slack");
      case TELEGRAM -> handle.plugin().equals("telegram");
      case EXTERNAL -> handle.plugin().equals("external");
      case HTTP -> false;
    };
  }

  /** The object that the address is, or the text that it is. */
  private static JsonNode read(String address) {
    if (address.stripLeading().startsWith("{")) {
      try {
        return JsonTree.read(address);
      } catch (NotJson _) {
        return StringNode.valueOf(address);
      }
    }
    return StringNode.valueOf(address);
  }

  private static String text(JsonNode address, String member) {
    return (address.isString() ? address : address.path(member)).asString("").strip();
  }

  private static @Nullable Destination web(Connector connector, JsonNode address) {
    URI url = Urls.read(text(address, "url"));
    Map<String, String> headers = new LinkedHashMap<>();
    for (var header : address.path("headers").properties()) {
      String value = header.getValue().asString("");
      if (Headers.fault(header.getKey(), value) != null) {
        return null;
      }
      headers.put(header.getKey(), value);
    }
    URI base = connector.baseUrl();
    if (url == null || (base != null && !Urls.isBelow(base, url))) {
      return null;
    }
    return new Destination.Web(url, headers, base != null);
  }

  private static @Nullable Destination external(Connector connector, JsonNode address) {
    URI base = connector.baseUrl();
    URI url = base == null ? null : Urls.below(base, text(address, "route"));
    return url == null ? null : new Destination.Web(url, Map.of(), true);
  }

  private static @Nullable Destination channel(JsonNode address) {
    String id = text(address, "channel_id");
    return id.isEmpty()
        ? null
        : new Destination.Channel(id, address.path("thread_ts").asStringOpt().orElse(null));
  }

  private static @Nullable Destination chat(JsonNode address) {
    JsonNode id = address.isString() ? bareChat(address.asString()) : address.path("chat_id");
    if (!id.isIntegralNumber() && !(id.isString() && !id.asString().isBlank())) {
      return null;
    }
    return new Destination.Chat(
        id, number(address, "message_thread_id"), number(address, "reply_to_message_id"));
  }

  private static JsonNode bareChat(String text) {
    return CHAT_NUMBER.matcher(text.strip()).matches()
        ? LongNode.valueOf(Long.parseLong(text.strip()))
        : StringNode.valueOf(text.strip());
  }

  private static @Nullable Long number(JsonNode address, String member) {
    JsonNode number = address.path(member);
    return number.isIntegralNumber() && number.canConvertToLong()
        ? Long.valueOf(number.longValue())
        : null;
  }
}

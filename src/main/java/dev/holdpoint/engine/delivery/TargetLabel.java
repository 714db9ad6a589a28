package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Where deliveries to a target go, as people are told: its connector with the channel, or the host
 * of a URL. Paths, queries and routes are often secrets, so that only what has a safe form is told.
 */
public final class TargetLabel {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /** Of chats and channels: ids, numbers and public names. */
  private static final Pattern CHANNEL = Pattern.compile("[@#]?[A-Za-z0-9_-]{1,64}");

  private static final int MOST_HOST = 100;

  private TargetLabel() {}

  public static String of(ReplyHandle target) {
    String plugin = NAME.matcher(target.plugin()).matches() ? target.plugin() : "connector";
    JsonNode address = read(target.address());
    String host = host(address == null ? target.address() : address.path("url").asString(""));
    if (host != null) {
      return host;
    }
    if (address == null) {
      return plugin;
    }
    String connector = address.path("connector").asString("");
    String name = NAME.matcher(connector).matches() ? connector : plugin;
    String channel = channel(address);
    return channel == null ? name : name + " " + channel;
  }

  private static @Nullable String channel(JsonNode address) {
    JsonNode channel =
        address.has("channel_id") ? address.path("channel_id") : address.path("chat_id");
    String text = channel.isValueNode() ? channel.asString("").strip() : "";
    return CHANNEL.matcher(text).matches() ? text : null;
  }

  private static @Nullable String host(String url) {
    try {
      URI read = new URI(url.strip());
      String host = read.getHost();
      return read.getScheme() == null || host == null || host.length() > MOST_HOST ? null : host;
    } catch (URISyntaxException _) {
      return null;
    }
  }

  private static @Nullable JsonNode read(String address) {
    if (!address.stripLeading().startsWith("{")) {
      return null;
    }
    try {
      return JsonTree.read(address);
    } catch (NotJson _) {
      return null;
    }
  }
}

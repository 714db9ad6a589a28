package dev.holdpoint.cli.session;

import dev.holdpoint.api.ReplyTarget;
import dev.holdpoint.api.SessionView;
import dev.holdpoint.client.CallFailed;
import dev.holdpoint.client.SessionDefaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

@Command(
    name = "reply-to",
    description = {
      "Sets where the outputs of the session's runs are sent: a URL, slack:CONNECTOR/CHANNEL,",
      "telegram:CONNECTOR/CHAT, external:CONNECTOR/ROUTE or raw:PLUGIN/ADDRESS.",
      "What was set before is replaced. It holds for runs that are submitted from now on."
    },
    footer = {
      "  holdpoint sessions reply-to deploys https://example.com/hook",
      "  holdpoint sessions reply-to deploys slack:work/C024BE91L telegram:ops/-100123",
      "  holdpoint sessions reply-to deploys --clear"
    })
final class SessionsReplyTo extends DefaultCommand {
  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "TARGET",
      description = "where to; without one, what is in force is shown")
  private List<String> targets = List.of();

  @Override
  boolean isGiven() {
    return !targets.isEmpty();
  }

  @Override
  SessionView set(SessionDefaults defaults) throws CallFailed {
    List<ReplyTarget> read = new ArrayList<>();
    for (String target : targets) {
      read.add(target(target));
    }
    return defaults.replyTargets(read);
  }

  @Override
  SessionView clear(SessionDefaults defaults) throws CallFailed {
    return defaults.replyTargets(null);
  }

  private ReplyTarget target(String text) {
    if (text.startsWith("http://") || text.startsWith("https://")) {
      return target(ReplyTarget.Type.HTTP, null, null, null, null, null, null, text);
    }
    int colon = text.indexOf(':');
    int slash = text.indexOf('/', colon);
    if (colon < 0 || slash < 0 || slash == text.length() - 1) {
      throw usage("'" + text + "' is no target; give a URL, or KIND:CONNECTOR/WHERE");
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
          throw usage(
              "'" + text + "' is no target; the kinds are slack, telegram, external and raw");
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

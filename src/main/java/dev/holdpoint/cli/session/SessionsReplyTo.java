package dev.holdpoint.cli.session;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.cli.Targets;
import dev.holdpoint.client.SessionDefaultsClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "reply-to",
    description = {
      "Sets the targets for outputs of the session's runs: a URL, slack:CONNECTOR/CHANNEL,",
      "telegram:CONNECTOR/CHAT, external:CONNECTOR/ROUTE or raw:PLUGIN/ADDRESS.",
      "Replaces the previous setting. Applies to runs that are submitted from now on."
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
      description = "targets (default: show the current ones)")
  private List<String> targets = List.of();

  @Override
  boolean isGiven() {
    return !targets.isEmpty();
  }

  @Override
  SessionView set(SessionDefaultsClient defaults) throws CallFailed {
    List<ReplyTarget> read = new ArrayList<>();
    for (String target : targets) {
      read.add(target(target));
    }
    return defaults.replyTargets(read);
  }

  @Override
  SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
    return defaults.replyTargets(null);
  }

  private ReplyTarget target(String text) {
    try {
      return Targets.read(text);
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }
}

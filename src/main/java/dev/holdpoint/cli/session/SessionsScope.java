package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.client.SessionDefaultsClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "scope",
    description = {
      "Sets what the session can see or call. An empty allow list allows "
          + "everything; deny wins.",
      "Replaces the previous setting. The session must be idle."
    },
    footer = {
      "  holdpoint sessions scope deploys --allow-skill release,rollback",
      "  holdpoint sessions scope deploys --deny-mcp-tool '*'",
      "  holdpoint sessions scope deploys --clear"
    })
final class SessionsScope extends DefaultCommand {
  private static final String NAMES = "NAME[,NAME]";

  @Option(names = "--allow-skill", split = ",", paramLabel = NAMES, description = "only these")
  private List<String> skillAllow = List.of();

  @Option(names = "--deny-skill", split = ",", paramLabel = NAMES, description = "not these")
  private List<String> skillDeny = List.of();

  @Option(names = "--allow-mcp-server", split = ",", paramLabel = NAMES, description = "only these")
  private List<String> serverAllow = List.of();

  @Option(names = "--deny-mcp-server", split = ",", paramLabel = NAMES, description = "not these")
  private List<String> serverDeny = List.of();

  @Option(names = "--allow-mcp-tool", split = ",", paramLabel = NAMES, description = "only these")
  private List<String> toolAllow = List.of();

  @Option(names = "--deny-mcp-tool", split = ",", paramLabel = NAMES, description = "not these")
  private List<String> toolDeny = List.of();

  @Override
  boolean isGiven() {
    return Stream.of(skillAllow, skillDeny, serverAllow, serverDeny, toolAllow, toolDeny)
        .anyMatch(names -> !names.isEmpty());
  }

  @Override
  SessionView set(SessionDefaultsClient defaults) throws CallFailed {
    return defaults.capabilityScope(
        new CapabilityScope(skillAllow, skillDeny, serverAllow, serverDeny, toolAllow, toolDeny));
  }

  @Override
  SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
    return defaults.capabilityScope(null);
  }
}

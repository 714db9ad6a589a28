package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.DefaultsBodies.CredentialScope;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.client.SessionDefaultsClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "credentials",
    description = {
      "Sets which credentials the session can use. An empty allow list allows all; deny wins.",
      "Replaces the previous setting. The session must be idle."
    },
    footer = {
      "  holdpoint sessions credentials deploys --allow-route fast,cheap",
      "  holdpoint sessions credentials deploys --clear"
    })
final class SessionsCredentials extends DefaultCommand {
  private static final String NAMES = "NAME[,NAME]";

  @Option(names = "--allow-route", split = ",", paramLabel = NAMES, description = "only these")
  private List<String> routeAllow = List.of();

  @Option(names = "--deny-route", split = ",", paramLabel = NAMES, description = "not these")
  private List<String> routeDeny = List.of();

  @Option(names = "--allow-connector", split = ",", paramLabel = NAMES, description = "only these")
  private List<String> connectorAllow = List.of();

  @Option(names = "--deny-connector", split = ",", paramLabel = NAMES, description = "not these")
  private List<String> connectorDeny = List.of();

  @Option(
      names = "--allow-connector-credential",
      split = ",",
      paramLabel = NAMES,
      description = "only these; if connectors are restricted and this is not set, none")
  private List<String> credentialAllow = List.of();

  @Option(
      names = "--deny-connector-credential",
      split = ",",
      paramLabel = NAMES,
      description = "not these")
  private List<String> credentialDeny = List.of();

  @Option(names = "--allow-mcp-server", split = ",", paramLabel = NAMES, description = "only these")
  private List<String> serverAllow = List.of();

  @Option(names = "--deny-mcp-server", split = ",", paramLabel = NAMES, description = "not these")
  private List<String> serverDeny = List.of();

  @Override
  boolean isGiven() {
    return Stream.of(
            routeAllow,
            routeDeny,
            connectorAllow,
            connectorDeny,
            credentialAllow,
            credentialDeny,
            serverAllow,
            serverDeny)
        .anyMatch(names -> !names.isEmpty());
  }

  @Override
  SessionView set(SessionDefaultsClient defaults) throws CallFailed {
    return defaults.credentialScope(
        new CredentialScope(
            routeAllow,
            routeDeny,
            connectorAllow,
            connectorDeny,
            credentialAllow,
            credentialDeny,
            serverAllow,
            serverDeny));
  }

  @Override
  SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
    return defaults.credentialScope(null);
  }
}

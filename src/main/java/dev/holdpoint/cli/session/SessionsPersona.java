package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.client.SessionDefaultsClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "persona",
    description = {
      "Binds a session to a copy of a persona in its current version.",
      "The session must be idle."
    },
    footer = {
      "  holdpoint sessions persona deploys careful",
      "  holdpoint sessions persona deploys --clear"
    })
final class SessionsPersona extends DefaultCommand {
  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PERSONA",
      description = "id of the persona (default: show the current one)")
  private @Nullable String persona;

  @Override
  boolean isGiven() {
    return persona != null;
  }

  @Override
  SessionView set(SessionDefaultsClient defaults) throws CallFailed {
    return defaults.persona(persona);
  }

  @Override
  SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
    return defaults.persona(null);
  }
}

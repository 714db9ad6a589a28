package dev.holdpoint.cli.persona;

import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    description = "Shows a persona.",
    footer = "  holdpoint personas get careful")
final class PersonasGet extends DaemonCommand {
  @Parameters(paramLabel = "PERSONA", description = "its id")
  private String personaId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    PersonaView persona = client.personas().find(personaId);
    if (json()) {
      printJson(persona);
      return ExitCode.OK;
    }
    Facts facts =
        new Facts(out(), paint())
            .line("persona", persona.personaId())
            .line("name", persona.displayName())
            .line("instructions", persona.instructions());
    CapabilityScope scope = persona.capabilityScope();
    if (scope != null) {
      facts
          .line("only skills", String.join(", ", scope.skillAllow()))
          .line("no skills", String.join(", ", scope.skillDeny()))
          .line("only servers", String.join(", ", scope.mcpServerAllow()))
          .line("no servers", String.join(", ", scope.mcpServerDeny()))
          .line("only tools", String.join(", ", scope.mcpToolAllow()))
          .line("no tools", String.join(", ", scope.mcpToolDeny()));
    }
    return ExitCode.OK;
  }
}

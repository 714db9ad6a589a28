package dev.holdpoint.cli.persona;

import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "replace",
    description = "Replaces a persona. Sessions that are bound to it keep their copy.",
    footer = "  holdpoint personas replace careful --instructions-file careful.md")
final class PersonasReplace extends DaemonCommand {
  @Parameters(arity = "1", paramLabel = "PERSONA", description = "its id")
  private String personaId;

  @Mixin private PersonaFlags flags;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    PersonaView persona = client.personas().replace(personaId, flags.request(personaId));
    if (json()) {
      printJson(persona);
    } else {
      out().println(Visible.line(persona.personaId()));
    }
    return ExitCode.OK;
  }
}

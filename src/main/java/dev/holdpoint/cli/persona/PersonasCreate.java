package dev.holdpoint.cli.persona;

import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "create",
    description = "Creates a persona.",
    footer = "  holdpoint personas create careful --instructions-file careful.md")
final class PersonasCreate extends DaemonCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "PERSONA",
      description = "id of the persona (default: generated)")
  private @Nullable String personaId;

  @Mixin private PersonaFlags flags;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    PersonaView persona = client.personas().create(flags.request(personaId));
    if (json()) {
      printJson(persona);
    } else {
      out().println(Visible.line(persona.personaId()));
    }
    return ExitCode.OK;
  }
}

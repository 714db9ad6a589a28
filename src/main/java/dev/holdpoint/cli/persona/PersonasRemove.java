package dev.holdpoint.cli.persona;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    description = "Removes a persona. Sessions that are bound to it keep their copy.",
    footer = "  holdpoint personas remove careful")
final class PersonasRemove extends DaemonCommand {
  @Parameters(paramLabel = "PERSONA", description = "its id")
  private String personaId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.personas().remove(personaId);
    if (json()) {
      printJson(Map.of("persona_id", personaId, "removed", true));
    } else {
      out().println(Visible.line(personaId) + " is removed");
    }
    return ExitCode.OK;
  }
}

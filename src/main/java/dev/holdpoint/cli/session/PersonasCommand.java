package dev.holdpoint.cli.session;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.session.PersonasCommand.PersonasCreate;
import dev.holdpoint.cli.session.PersonasCommand.PersonasGet;
import dev.holdpoint.cli.session.PersonasCommand.PersonasList;
import dev.holdpoint.cli.session.PersonasCommand.PersonasRemove;
import dev.holdpoint.cli.session.PersonasCommand.PersonasReplace;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code holdpoint personas}. */
@Command(
    name = "personas",
    description = "Personas: identities of agents, with limits for all of their sessions.",
    subcommands = {
      PersonasList.class,
      PersonasCreate.class,
      PersonasGet.class,
      PersonasReplace.class,
      PersonasRemove.class
    },
    footer = {
      "  holdpoint personas create careful --instructions 'Ask before you delete anything.'",
      "  holdpoint sessions persona deploys careful",
      "",
      ExitCode.TABLE
    })
public final class PersonasCommand extends CommandGroup {
  @Command(
      name = "create",
      description = "Creates a persona.",
      footer = "  holdpoint personas create careful --instructions-file careful.md")
  static final class PersonasCreate extends DaemonCommand {
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

  @Command(
      name = "list",
      description = "Lists personas, the newest first.",
      footer = "  holdpoint personas list --json")
  static final class PersonasList extends ListCommand<PersonaView> {
    @Override
    protected Page<PersonaView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.personas().page(wish);
    }

    @Override
    protected Table table(List<PersonaView> rows) {
      Table table = new Table("PERSONA", "NAME", "INSTRUCTIONS");
      for (PersonaView row : rows) {
        table.row(row.personaId(), row.displayName(), row.instructions());
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No personas. Create one with: holdpoint personas create NAME --instructions TEXT";
    }
  }

  @Command(
      name = "get",
      description = "Shows a persona.",
      footer = "  holdpoint personas get careful")
  static final class PersonasGet extends DaemonCommand {
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

  @Command(
      name = "replace",
      description = "Replaces a persona. Sessions that are bound to it keep their copy.",
      footer = "  holdpoint personas replace careful --instructions-file careful.md")
  static final class PersonasReplace extends DaemonCommand {
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

  @Command(
      name = "remove",
      description = "Removes a persona. Sessions that are bound to it keep their copy.",
      footer = "  holdpoint personas remove careful")
  static final class PersonasRemove extends DaemonCommand {
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
}

package dev.holdpoint.cli.persona;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists personas, the newest first.",
    footer = "  holdpoint personas list --json")
final class PersonasList extends ListCommand<PersonaView> {
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

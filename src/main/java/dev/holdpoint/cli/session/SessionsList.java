package dev.holdpoint.cli.session;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.session.SessionBodies.SessionRow;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Lists sessions, the newest first.",
    footer = {"  holdpoint sessions list", "  holdpoint sessions list --all --json"})
final class SessionsList extends ListCommand<SessionRow> {
  @Option(names = "--persona", paramLabel = "ID", description = "only sessions of this persona")
  private @Nullable String persona;

  @Option(
      names = "--binding-key",
      paramLabel = "KEY",
      description = "only the session with this binding key")
  private @Nullable String bindingKey;

  @Override
  protected Page<SessionRow> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.sessions().page(persona, bindingKey, wish);
  }

  @Override
  protected Table table(List<SessionRow> rows) {
    Table table = new Table("SESSION", "STATUS", "APPROVALS", "QUESTIONS");
    for (SessionRow row : rows) {
      table.row(
          row.sessionId(),
          Wire.name(row.status()).replace('_', ' '),
          Integer.toString(row.pendingApprovals()),
          Integer.toString(row.pendingQuestions()));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No sessions. Create one with: holdpoint sessions create NAME";
  }
}

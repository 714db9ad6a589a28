package dev.holdpoint.cli.memory;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.MemoryBodies.MemoryResult;
import dev.holdpoint.api.memory.MemoryBodies.SessionMemorySearchView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "search",
    description = "Searches the memory of a session. Without words it shows the newest entries.",
    footer = {
      "  holdpoint memory search deploys rollout friday",
      "  holdpoint memory search deploys --limit 50"
    })
final class MemorySearch extends DaemonCommand {
  private static final int WIDTH = 80;

  @Parameters(index = "0", paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "WORD",
      description = "words to search for")
  private String @Nullable [] words;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "maximum number of results (default 12)")
  private @Nullable Integer limit;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    String query = words == null || words.length == 0 ? null : String.join(" ", words);
    SessionMemorySearchView view = client.memory().search(sessionId, query, limit);
    if (json()) {
      printJson(view);
    } else if (view.results().isEmpty()) {
      out().println(query == null ? "The memory is empty." : "No results.");
    } else {
      Table table = new Table("SCORE", "KIND", "ID", "TEXT");
      for (MemoryResult result : view.results()) {
        table.row(
            Integer.toString(result.score()),
            Wire.name(result.kind()).replace('_', ' '),
            result.sourceId(),
            Visible.brief(result.excerpt(), WIDTH));
      }
      table.print(out(), paint());
    }
    if (view.truncated()) {
      out().flush();
      note("There may be more results; try other words or a higher --limit.");
    }
    return ExitCode.OK;
  }
}

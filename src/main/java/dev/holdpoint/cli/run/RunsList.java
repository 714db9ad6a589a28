package dev.holdpoint.cli.run;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.status.RunStatus;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Lists runs, the newest first.",
    footer = {
      "  holdpoint runs list --session deploys",
      "  holdpoint runs list --status failed --limit 10",
      "  holdpoint runs list --active-first --json"
    })
final class RunsList extends ListCommand<RunView> {
  @Option(names = "--session", paramLabel = "SESSION", description = "only runs of this session")
  private @Nullable String sessionId;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      converter = StatusNames.class,
      completionCandidates = StatusNames.class,
      description = "only runs in this state: ${COMPLETION-CANDIDATES}")
  private @Nullable RunStatus status;

  @Option(names = "--active-first", description = "list running and waiting runs first")
  private boolean activeFirst;

  @Override
  protected Page<RunView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.runs().page(sessionId, status, activeFirst, wish);
  }

  @Override
  protected Table table(List<RunView> rows) {
    long nowMs = System.currentTimeMillis();
    Table table = new Table("RUN", "SESSION", "STATUS", "SUBMITTED", "WORK");
    for (RunView run : rows) {
      table.row(
          run.runId(),
          run.sessionId(),
          Wire.name(run.status()).replace('_', ' '),
          Times.from(nowMs, run.submittedAtMs()),
          Visible.brief(run.request().textPreview(), 50));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No such runs. Start one with: holdpoint sessions send SESSION TEXT";
  }
}

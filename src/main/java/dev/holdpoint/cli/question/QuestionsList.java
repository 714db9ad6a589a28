package dev.holdpoint.cli.question;

import dev.holdpoint.api.Page;
import dev.holdpoint.api.PendingQuestionView;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.CallFailed;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.PageWish;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Lists questions that wait, the oldest first.",
    footer = {"  holdpoint questions list", "  holdpoint questions list --session setup --json"})
final class QuestionsList extends ListCommand<PendingQuestionView> {
  @Option(names = "--session", paramLabel = "SESSION", description = "only those of this session")
  private @Nullable String sessionId;

  @Override
  protected Page<PendingQuestionView> page(HoldpointClient client, PageWish wish)
      throws CallFailed {
    return client.questions().page(sessionId, wish);
  }

  @Override
  protected Table table(List<PendingQuestionView> rows) {
    long nowMs = System.currentTimeMillis();
    Table table = new Table("QUESTION", "SESSION", "ASKED", "EXPIRES", "WANTS TO KNOW");
    for (PendingQuestionView row : rows) {
      Long expires = row.request().expiresAtMs();
      String child = GateText.child(row);
      table.row(
          row.request().id(),
          row.sessionId(),
          Times.from(nowMs, row.request().createdAtMs()),
          expires == null ? "never" : Times.from(nowMs, expires),
          GateText.brief(row.request(), 60) + (child == null ? "" : " (" + child + ")"));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No question waits.";
  }
}

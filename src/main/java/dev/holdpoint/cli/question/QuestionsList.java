package dev.holdpoint.cli.question;

import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.GateListFlags;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    description = "Lists pending questions, the oldest first.",
    footer = {
      "  holdpoint questions list",
      "  holdpoint questions list --session setup --json",
      "  holdpoint questions list --status all --since 2026-11-16"
    })
final class QuestionsList extends ListCommand<PendingQuestionView> {
  @Mixin private GateListFlags which;

  @Override
  protected Page<PendingQuestionView> page(HoldpointClient client, PageRequest wish)
      throws CallFailed {
    return client.questions().page(which.sessionId(), which.filter(), wish);
  }

  @Override
  protected Table table(List<PendingQuestionView> rows) {
    long nowMs = System.currentTimeMillis();
    Table table = new Table("QUESTION", "SESSION", "STATUS", "ASKED", "EXPIRES", "QUESTION");
    for (PendingQuestionView row : rows) {
      Long expires = row.request().expiresAtMs();
      String child = GateText.child(row);
      table.row(
          row.request().id(),
          row.sessionId(),
          status(row),
          Times.from(nowMs, row.request().createdAtMs()),
          expires == null ? "never" : Times.from(nowMs, expires),
          GateText.brief(row.request(), 60) + (child == null ? "" : " (" + child + ")"));
    }
    return table;
  }

  private static String status(PendingQuestionView row) {
    QuestionDecision decision = row.resolution();
    GateStatus status = row.status();
    if (decision != null) {
      return decision.behavior();
    }
    return status == null ? "pending" : Wire.name(status);
  }

  @Override
  protected String nothing() {
    return which.isOfAllThatWaits() ? "No pending questions." : "No such questions.";
  }
}

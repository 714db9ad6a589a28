package dev.holdpoint.cli.approval;

import dev.holdpoint.api.ApprovalDecision;
import dev.holdpoint.api.ApprovalRow;
import dev.holdpoint.api.Page;
import dev.holdpoint.api.Wire;
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
    description = "Lists approvals that wait, the oldest first.",
    footer = {
      "  holdpoint approvals list",
      "  holdpoint approvals list --session deploys --status all --json"
    })
final class ApprovalsList extends ListCommand<ApprovalRow> {
  @Option(names = "--session", paramLabel = "SESSION", description = "only those of this session")
  private @Nullable String sessionId;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "pending, resolved, expired, withdrawn or all (default pending)")
  private @Nullable String status;

  @Override
  protected Page<ApprovalRow> page(HoldpointClient client, PageWish wish) throws CallFailed {
    return client.approvals().page(sessionId, status, wish);
  }

  @Override
  protected Table table(List<ApprovalRow> rows) {
    long nowMs = System.currentTimeMillis();
    Table table = new Table("APPROVAL", "SESSION", "STATUS", "RAISED", "EXPIRES", "WANTS");
    for (ApprovalRow row : rows) {
      Long expires = row.request().expiresAtMs();
      ApprovalDecision decision = row.resolution();
      table.row(
          row.request().id(),
          row.sessionId(),
          decision == null ? Wire.name(row.status()) : GateText.past(decision.behavior()),
          Times.from(nowMs, row.request().createdAtMs()),
          expires == null ? "never" : Times.from(nowMs, expires),
          GateText.brief(row.request(), 60));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return status == null ? "No approval waits." : "No such approvals.";
  }
}

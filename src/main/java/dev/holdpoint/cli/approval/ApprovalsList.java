package dev.holdpoint.cli.approval;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
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
    description = "Lists pending approvals, the oldest first.",
    footer = {
      "  holdpoint approvals list",
      "  holdpoint approvals list --session deploys --status all --json",
      "  holdpoint approvals list --status resolved --since 1d"
    })
final class ApprovalsList extends ListCommand<ApprovalRow> {
  @Mixin private GateListFlags which;

  @Override
  protected Page<ApprovalRow> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.approvals().page(which.sessionId(), which.filter(), wish);
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
    return which.isOfAllThatWaits() ? "No pending approvals." : "No such approvals.";
  }
}

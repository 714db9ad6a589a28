package dev.holdpoint.cli.audit;

import dev.holdpoint.api.audit.AuditBodies.AuditRecordView;
import dev.holdpoint.api.audit.AuditBodies.ExternalActionView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.PastMoments;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code holdpoint audit admin}. */
@Command(
    name = "admin",
    description = "Lists acts of administration, the newest first: who did what, and from where.",
    footer = {
      "  holdpoint audit admin",
      "  holdpoint audit admin --since 1d --target 'token.*'",
      "  holdpoint audit admin --target access.denied --json"
    })
final class AuditAdmin extends ListCommand<AuditRecordView> {
  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = PastMoments.class,
      description = "only acts since: 2h (two hours ago), 2026-11-16")
  private @Nullable Long sinceMs;

  @Option(
      names = "--target",
      paramLabel = "TARGET",
      description = "only these acts: token.create, 'token.*'")
  private @Nullable String target;

  @Override
  protected Page<AuditRecordView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.audit().administration(target, sinceMs, wish);
  }

  @Override
  protected Table table(List<AuditRecordView> rows) {
    Table table = new Table("TIME", "WHO", "ACT", "OUTCOME", "ADDRESS", "WHAT");
    for (AuditRecordView row : rows) {
      ExternalActionView record = row.record();
      JsonNode evidence = row.evidence();
      String outcome = record.outcome();
      table.row(
          Times.at(record.timestampMs()),
          record.principalId(),
          record.target(),
          outcome == null ? "" : outcome,
          evidence == null ? "" : evidence.path("address").asString(""),
          evidence == null ? "" : what(evidence.path("what")));
    }
    return table;
  }

  /** The first members that are plain; {@code --json} has all. */
  private static String what(JsonNode what) {
    StringBuilder text = new StringBuilder();
    what.properties()
        .forEach(
            member -> {
              if (member.getValue().isValueNode() && text.length() < 60) {
                text.append(text.isEmpty() ? "" : " ")
                    .append(member.getKey())
                    .append('=')
                    .append(member.getValue().asString());
              }
            });
    return text.toString();
  }

  @Override
  protected String nothing() {
    return "No acts of administration.";
  }
}

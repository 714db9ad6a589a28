package dev.holdpoint.cli.delivery;

import dev.holdpoint.api.delivery.DeliveryBodies.DeliveryView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.status.DeliveryStatus;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.DeliveryClient;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Lists deliveries, the newest first.",
    footer = {
      "  holdpoint deliveries list --session deploys --status retrying",
      "  holdpoint deliveries list --dead-letter --json"
    })
final class DeliveriesList extends ListCommand<DeliveryView> {
  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "only deliveries of this session")
  private @Nullable String sessionId;

  @Option(names = "--run", paramLabel = "RUN", description = "only deliveries of this run")
  private @Nullable String runId;

  @Option(names = "--plugin", paramLabel = "NAME", description = "only deliveries of this plugin")
  private @Nullable String plugin;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      converter = StatusNames.class,
      completionCandidates = StatusNames.class,
      description = "only deliveries in this state: ${COMPLETION-CANDIDATES}")
  private @Nullable DeliveryStatus status;

  @Option(names = "--dead-letter", description = "only dead letters")
  private boolean deadLetter;

  @Override
  protected Page<DeliveryView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    if (deadLetter && status != null) {
      throw usage("--dead-letter and --status cannot be combined");
    }
    return client
        .deliveries()
        .page(
            new DeliveryClient.Filter(
                sessionId, runId, plugin, deadLetter ? DeliveryStatus.DEAD_LETTERED : status),
            wish);
  }

  @Override
  protected Table table(List<DeliveryView> rows) {
    Table table = new Table("DELIVERY", "SESSION", "TARGET", "STATUS", "ATTEMPTS", "MADE", "ERROR");
    for (DeliveryView row : rows) {
      String error = row.lastError();
      table.row(
          row.deliveryId(),
          row.sessionId(),
          row.target(),
          Wire.name(row.status()).replace('_', ' '),
          "" + row.attempts(),
          Times.from(System.currentTimeMillis(), row.createdAtMs()),
          error == null ? "" : error);
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No deliveries. Set targets for outputs with: holdpoint sessions reply-to";
  }
}

package dev.holdpoint.cli.delivery;

import dev.holdpoint.api.delivery.DeliveryBodies.DeliveryView;
import dev.holdpoint.api.delivery.DeliveryBodies.ReplayedDelivery;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.status.DeliveryStatus;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.DeliveryText;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WireNames;
import dev.holdpoint.cli.delivery.DeliveriesCommand.DeliveriesGet;
import dev.holdpoint.cli.delivery.DeliveriesCommand.DeliveriesList;
import dev.holdpoint.cli.delivery.DeliveriesCommand.DeliveriesReplay;
import dev.holdpoint.client.DeliveryClient;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint deliveries}. */
@Command(
    name = "deliveries",
    description = "Deliveries of outputs and notices.",
    subcommands = {DeliveriesList.class, DeliveriesGet.class, DeliveriesReplay.class},
    footer = {
      "  holdpoint deliveries list --session deploys",
      "  holdpoint deliveries list --dead-letter",
      "  holdpoint deliveries replay dlv_01M7EP4AKH0000F3ZBANCQVE8E",
      "",
      ExitCode.TABLE
    })
public final class DeliveriesCommand extends CommandGroup {
  @Command(
      name = "list",
      description = "Lists deliveries, the newest first.",
      footer = {
        "  holdpoint deliveries list --session deploys --status retrying",
        "  holdpoint deliveries list --dead-letter --json"
      })
  static final class DeliveriesList extends ListCommand<DeliveryView> {
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
      Table table =
          new Table("DELIVERY", "SESSION", "TARGET", "STATUS", "ATTEMPTS", "MADE", "ERROR");
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

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows the state of a delivery, without its address and content.",
      footer = "  holdpoint deliveries get dlv_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class DeliveriesGet extends DaemonCommand {
    @Parameters(paramLabel = "DELIVERY", description = "its id, from 'holdpoint deliveries list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      DeliveryView delivery = client.deliveries().find(id);
      if (json()) {
        printJson(delivery);
      } else {
        DeliveryText.print(delivery, out(), paint());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "replay",
      description = {
        "Sends a dead letter again as a new delivery, and prints its id.",
        "A second replay of the same dead letter returns the first one, unless --force is given."
      },
      footer = "  holdpoint deliveries replay dlv_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class DeliveriesReplay extends DaemonCommand {
    @Parameters(paramLabel = "DELIVERY", description = "the id of the dead letter")
    private String id;

    @Option(names = "--force", description = "send it again even if it was already replayed")
    private boolean force;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      ReplayedDelivery replayed = client.deliveries().replay(id, force);
      if (json()) {
        printJson(replayed);
      } else {
        out().println(Visible.line(replayed.delivery().deliveryId()));
      }
      return ExitCode.OK;
    }
  }

  static final class StatusNames extends WireNames<DeliveryStatus> {
    StatusNames() {
      super(DeliveryStatus.class);
    }
  }
}

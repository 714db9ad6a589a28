package dev.holdpoint.cli.delivery;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplayedDelivery;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "replay",
    description = {
      "Sends a dead letter again as a new delivery, and prints its id.",
      "A second replay of the same dead letter returns the first one, unless --force is given."
    },
    footer = "  holdpoint deliveries replay dlv_01M7EP4AKH0000F3ZBANCQVE8E")
final class DeliveriesReplay extends DaemonCommand {
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

package dev.holdpoint.cli.delivery;

import dev.holdpoint.api.delivery.DeliveryBodies.DeliveryView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.DeliveryText;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows the state of a delivery, without its address and content.",
    footer = "  holdpoint deliveries get dlv_01M7EP4AKH0000F3ZBANCQVE8E")
final class DeliveriesGet extends DaemonCommand {
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

package dev.holdpoint.cli.delivery;

import dev.holdpoint.api.status.DeliveryStatus;
import dev.holdpoint.cli.WireNames;

final class StatusNames extends WireNames<DeliveryStatus> {
  StatusNames() {
    super(DeliveryStatus.class);
  }
}

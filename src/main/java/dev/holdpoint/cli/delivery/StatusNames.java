package dev.holdpoint.cli.delivery;

import dev.holdpoint.api.DeliveryStatus;
import dev.holdpoint.cli.WireNames;

final class StatusNames extends WireNames<DeliveryStatus> {
  StatusNames() {
    super(DeliveryStatus.class);
  }
}

package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A replayed dead letter.")
public record ReplayedDelivery(
    String replayedFromDeliveryId,
    @About("The new delivery; the status is 200 if it was already replayed.")
        DeliveryView delivery) {}

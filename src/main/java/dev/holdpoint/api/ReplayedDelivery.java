package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A dead letter that is sent again.")
public record ReplayedDelivery(
    String replayedFromDeliveryId,
    @About("The replay; answered with 200 if it had been asked for before.")
        DeliveryView delivery) {}

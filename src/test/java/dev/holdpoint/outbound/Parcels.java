package dev.holdpoint.outbound;

import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.core.session.ReplyHandle;
import java.util.List;

/** Parcels for the tests of this package. */
final class Parcels {
  static final String DELIVERY = "dlv_01ARZ3NDEKTSV4RRFFQ69G5FAV";
  static final CredentialScope OPEN = scope(List.of(), List.of());

  private Parcels() {}

  static CredentialScope scope(List<String> connectorAllow, List<String> credentialAllow) {
    return new CredentialScope(
        List.of(),
        List.of(),
        connectorAllow,
        List.of(),
        credentialAllow,
        List.of(),
        List.of(),
        List.of());
  }

  /** The address may be written with single quotes. */
  static DeliveryAttempt to(String plugin, String address) {
    return to(plugin, address, "Hello.", OPEN);
  }

  static DeliveryAttempt to(String plugin, String address, String text, CredentialScope scope) {
    return new DeliveryAttempt(
        DELIVERY,
        1,
        new ReplyHandle(plugin, address.replace('\'', '"')),
        "s",
        "run_1",
        text,
        new Json("{\"type\":\"output\",\"text\":\"héllo\"}"),
        scope,
        0,
        null);
  }
}

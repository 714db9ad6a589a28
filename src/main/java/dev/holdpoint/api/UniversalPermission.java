package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import tools.jackson.databind.JsonNode;

@About(
    "An approval in the format of older clients: permission.requested and "
        + "permission.resolved.")
public record UniversalPermission(
    String permissionId, String action, Status status, JsonNode metadata) {

  @About("An approval that ends in any other way is rejected.")
  public enum Status {
    REQUESTED,
    ACCEPT,
    ACCEPT_FOR_SESSION,
    REJECT
  }
}

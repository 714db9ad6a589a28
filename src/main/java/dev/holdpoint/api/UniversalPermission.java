package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import tools.jackson.databind.JsonNode;

@About("An approval as older clients see it: permission.requested and permission.resolved.")
public record UniversalPermission(
    String permissionId, String action, Status status, JsonNode metadata) {

  @About("Whatever ends an approval without a yes rejects it.")
  public enum Status {
    REQUESTED,
    ACCEPT,
    ACCEPT_FOR_SESSION,
    REJECT
  }
}

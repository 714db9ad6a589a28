package dev.holdpoint.engine.secret;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.engine.json.JsonTree;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The secrets that an approval requests. */
public final class RequestedSecrets {
  private RequestedSecrets() {}

  public static Set<String> aliases(Approval approval) {
    Set<String> aliases = new LinkedHashSet<>();
    if (approval.requestedItems() != null) {
      for (JsonNode item : JsonTree.of(approval.requestedItems())) {
        if (item.path("kind").asString("").equals("secret")) {
          aliases.add(item.path("alias").asString(""));
        }
      }
    }
    return aliases;
  }
}

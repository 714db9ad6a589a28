package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("A posted message, and the runs of the members that were asked to speak.")
public record PostedMessage(String messageId, List<String> runIds) {
  public PostedMessage {
    runIds = Copies.of(runIds);
  }
}

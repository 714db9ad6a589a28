package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("A message that was posted, and the runs of those who were asked to speak.")
public record PostedMessage(String messageId, List<String> runIds) {
  public PostedMessage {
    runIds = Copies.of(runIds);
  }
}

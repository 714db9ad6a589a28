package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("The targets for outputs of a session's runs.")
public record SessionReplyTargetsView(String sessionId, List<ReplyHandle> replyTargets) {
  public SessionReplyTargetsView {
    replyTargets = Copies.of(replyTargets);
  }
}

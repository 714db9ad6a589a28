package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;

@About("The targets for outputs of the session's runs from now on.")
public record SetReplyTargetsRequest(
    @Required @Size(max = Limits.REPLY_TARGETS) List<ReplyTarget> replyTargets) {}

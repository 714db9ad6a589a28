package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;

@About("A reply to a permission that an agent has asked for.")
public record PermissionReplyRequest(@Required PermissionReply reply) {}

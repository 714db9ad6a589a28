package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;

@About("A reply to an agent's permission request.")
@Tolerant(exceptSlips = true)
public record PermissionReplyRequest(@Required PermissionReply reply) {}

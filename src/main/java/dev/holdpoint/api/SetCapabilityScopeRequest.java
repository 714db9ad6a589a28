package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Strict;

@About("What the session can see or call from now on.")
@Strict
public record SetCapabilityScopeRequest(@Required CapabilityScope capabilityScope) {}

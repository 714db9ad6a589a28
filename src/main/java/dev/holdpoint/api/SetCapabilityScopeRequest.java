package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;

@About("What the session can see or call from now on.")
public record SetCapabilityScopeRequest(@Required CapabilityScope capabilityScope) {}

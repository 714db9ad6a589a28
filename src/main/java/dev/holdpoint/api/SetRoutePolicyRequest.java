package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Strict;

@About("What the runs of the session prefer from now on.")
@Strict
public record SetRoutePolicyRequest(@Required RoutePolicy routePolicy) {}

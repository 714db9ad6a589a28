package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;

@About("What the runs of the session prefer from now on.")
public record SetRoutePolicyRequest(@Required RoutePolicy routePolicy) {}

package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;

@About("The model route of the session's runs from now on.")
public record SetRoutePolicyRequest(@Required RoutePolicy routePolicy) {}

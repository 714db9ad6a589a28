package dev.holdpoint.api.endpoint;

import dev.holdpoint.api.rule.About;

@About("The permissions of a token.")
public enum Role {
  ADMIN,
  OPERATOR,
  AGENT,
  VIEWER;

  /** The one place that says which role reaches what. */
  public boolean may(Endpoint.Access access) {
    return switch (access) {
      case OPEN, READ -> true;
      case INSPECT, INVITED -> this != AGENT;
      case WORK -> this != VIEWER;
      case DECIDE -> this == ADMIN || this == OPERATOR;
      case ADMIN, INTEGRATION -> this == ADMIN;
    };
  }
}

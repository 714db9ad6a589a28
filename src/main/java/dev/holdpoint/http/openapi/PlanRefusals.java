package dev.holdpoint.http.openapi;

import dev.holdpoint.core.problem.Problem;
import java.util.EnumSet;
import java.util.Set;

/** Refusals of what gives sessions work, or sets what their runs inherit, and of receipts. */
final class PlanRefusals {
  private PlanRefusals() {}

  static Set<Problem> of(String id) {
    return switch (id) {
      case "getReceipt" ->
          EnumSet.of(Problem.RECEIPT_NOT_READY, Problem.RECEIPT_NOT_FOUND, Problem.STORAGE_FULL);
      case "createSchedule", "changeSchedule" ->
          EnumSet.of(
              Problem.SCHEDULE_NOT_FOUND,
              Problem.SESSION_NOT_FOUND,
              Problem.SESSION_CONFLICT,
              Problem.INVALID_INPUT);
      case "triggerSchedule", "startTask", "createTask", "recordObservation" -> work();
      case "createChannel" ->
          EnumSet.of(
              Problem.INVALID_CHANNEL_ID,
              Problem.CHANNEL_CONFLICT,
              Problem.SESSION_NOT_FOUND,
              Problem.SESSION_CONFLICT);
      case "postMessage" -> work();
      case "createProject" ->
          EnumSet.of(
              Problem.INVALID_PROJECT_ID,
              Problem.PROJECT_CONFLICT,
              Problem.SESSION_NOT_FOUND,
              Problem.SESSION_CONFLICT);
      default -> ofDefaults(id);
    };
  }

  private static Set<Problem> work() {
    return EnumSet.of(
        Problem.SESSION_NOT_FOUND,
        Problem.SESSION_CONFLICT,
        Problem.SESSION_BUSY,
        Problem.TENANT_SUSPENDED,
        Problem.INVALID_INPUT,
        Problem.ROUTE_NOT_FOUND,
        Problem.ROUTE_NOT_READY);
  }

  /** What a session inherits to its runs cannot be set on one that has ended. */
  private static Set<Problem> ofDefaults(String id) {
    if (!id.matches("(set|put|clear)[A-Z].*")) {
      return Set.of();
    }
    boolean anyTime = id.endsWith("RoutePolicy") || id.endsWith("ReplyTargets");
    return anyTime
        ? EnumSet.of(Problem.SESSION_CONFLICT)
        : EnumSet.of(Problem.SESSION_CONFLICT, Problem.SESSION_NOT_IDLE);
  }
}

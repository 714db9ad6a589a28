package dev.holdpoint.http.v1;

import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.schedule.Observation;
import dev.holdpoint.core.schedule.Schedule;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.core.team.Task;
import dev.holdpoint.engine.audit.Receipts;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.Notifications;
import dev.holdpoint.engine.memory.Learnings;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.permit.FoundPermit;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.schedule.Observations;
import dev.holdpoint.engine.schedule.Schedules;
import dev.holdpoint.engine.team.Channels;
import dev.holdpoint.engine.team.Projects;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.gate.ApprovalHandlers;
import dev.holdpoint.http.v1.gate.QuestionHandlers;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

/** What a name in a path or query leads to, and whether that exists for the caller. */
final class OwnedNames {
  /** Refuses what is another's with the words for what does not exist. */
  @FunctionalInterface
  interface Check {
    void check(OwnSight sight, String id, Call call);
  }

  static final Map<String, Check> ALL =
      Map.ofEntries(
          Map.entry("session_id", OwnedNames::session),
          Map.entry("run_id", OwnedNames::run),
          Map.entry("approval_id", (sight, id, _) -> gate(sight, id, GateKind.APPROVAL)),
          Map.entry("permit_id", OwnedNames::permit),
          Map.entry("question_id", (sight, id, _) -> gate(sight, id, GateKind.QUESTION)),
          Map.entry("schedule_id", OwnedNames::schedule),
          Map.entry("observation_id", OwnedNames::observation),
          Map.entry("channel_id", OwnedNames::channel),
          Map.entry("project_id", OwnedNames::project),
          Map.entry("task_id", OwnedNames::task),
          Map.entry("delivery_id", OwnedNames::delivery),
          Map.entry("notification_id", OwnedNames::notification),
          Map.entry("rule_id", OwnedNames::rule),
          Map.entry("learning_id", OwnedNames::learning));

  /** What the runner of a permit does with it. */
  private static final Set<String> OF_RUNNERS =
      Set.of("getPermit", "redeemPermit", "reportPermitResult");

  private OwnedNames() {}

  static Check of(String parameter) {
    return Objects.requireNonNull(ALL.get(parameter));
  }

  private static void session(OwnSight sight, String id, Call call) {
    if (!sight.hasSession(id)) {
      throw Existing.noSession(id);
    }
  }

  private static void run(OwnSight sight, String id, Call call) {
    OptionalLong key = Ulid.keyOf("run_", id);
    Run run = key.isPresent() ? sight.queries().run(key.getAsLong()) : null;
    if (run == null || !run.id().equals(id) || !sight.hasSession(run.head().sessionKey())) {
      throw Existing.noRun();
    }
  }

  /** The handler checks the other part of the id. */
  private static void gate(OwnSight sight, String id, GateKind kind) {
    OptionalLong key = Ulid.keyOf(kind.prefix(), id);
    GateRow row = key.isPresent() ? sight.queries().gate(key.getAsLong()) : null;
    if (row == null && kind == GateKind.APPROVAL && isOnRecord(sight, id)) {
      return;
    }
    if (row == null || row.kind() != kind || !sight.hasSession(row.sessionKey())) {
      throw kind == GateKind.APPROVAL ? ApprovalHandlers.notFound() : QuestionHandlers.notFound();
    }
  }

  /** The proof of a decision outlives its run, and even its session. */
  private static boolean isOnRecord(OwnSight sight, String approvalId) {
    return Receipts.find(sight.queries(), approvalId)
        .filter(
            decided -> {
              Session session = sight.queries().session(decided.sessionId());
              return decided.askedBy().equals(sight.who().tokenId())
                  || (session != null && decided.isOf(session) && sight.hasSession(session.key()));
            })
        .isPresent();
  }

  /** The runner that a permit names has that permit, and nothing else of its session. */
  private static void permit(OwnSight sight, String id, Call call) {
    String approval = Permit.approvalOf(id);
    if (OF_RUNNERS.contains(call.endpoint().id())
        && FoundPermit.isNamed(sight.queries(), id, sight.who().tokenId())) {
      return;
    }
    try {
      gate(sight, approval == null ? id : approval, GateKind.APPROVAL);
    } catch (Refused _) {
      throw Permits.notFound();
    }
  }

  private static void schedule(OwnSight sight, String id, Call call) {
    Schedule found =
        ViewContext.kept(sight.queries(), Schedule.KIND, Schedule.PREFIX, id, Schedule::id);
    Schedules.found(found != null && sight.hasSession(found.sessionId()) ? found : null);
  }

  private static void observation(OwnSight sight, String id, Call call) {
    Observation found =
        ViewContext.kept(
            sight.queries(), Observation.KIND, Observation.PREFIX, id, Observation::id);
    Observations.found(found != null && sight.hasSession(found.sessionId()) ? found : null);
  }

  private static void channel(OwnSight sight, String id, Call call) {
    Channel found = sight.queries().named(Channel.KIND, id);
    Channels.found(found != null && sight.has(found) ? found : null);
  }

  private static void project(OwnSight sight, String id, Call call) {
    Project found = sight.queries().named(Project.KIND, id);
    Projects.found(found != null && sight.has(found) ? found : null);
  }

  private static void task(OwnSight sight, String id, Call call) {
    Task found = ViewContext.kept(sight.queries(), Task.KIND, Task.PREFIX, id, Task::id);
    boolean there = found != null && found.projectId().equals(call.path("project_id"));
    Projects.task(found != null && there && sight.has(found) ? found : null);
  }

  private static void delivery(OwnSight sight, String id, Call call) {
    OptionalLong key = Ulid.keyOf(Delivery.PREFIX, id);
    Delivery found = key.isEmpty() ? null : sight.queries().delivery(key.getAsLong());
    if (found == null || !found.id().equals(id) || !sight.hasSession(found.slip().sessionKey())) {
      throw Deliveries.notFound();
    }
  }

  private static void notification(OwnSight sight, String id, Call call) {
    Subscription found =
        ViewContext.kept(
            sight.queries(), Subscription.KIND, Subscription.PREFIX, id, Subscription::id);
    Notifications.found(found != null && sight.has(found) ? found : null, call.caller().tenantId());
  }

  private static void rule(OwnSight sight, String id, Call call) {
    PermissionRule found =
        ViewContext.kept(
            sight.queries(), PermissionRule.KIND, PermissionRule.PREFIX, id, PermissionRule::id);
    PermissionRules.found(
        found != null && sight.has(found) ? found : null, call.caller().tenantId());
  }

  private static void learning(OwnSight sight, String id, Call call) {
    if (!sight.has(Learnings.find(sight.queries(), id))) {
      throw Learnings.notFound();
    }
  }
}

package dev.holdpoint.http.v1.run;

import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.event.EventLog;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs: listed, looked at, cancelled. */
public final class RunHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Runs runs;

  public RunHandlers(ViewContext sight, Bodies bodies, Runs runs) {
    this.sight = sight;
    this.bodies = bodies;
    this.runs = runs;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "listRuns", this::list,
        "getRun", this::get,
        "listRunEvents", this::events,
        "cancelRun", this::cancel);
  }

  private Reply list(Call call) {
    String sessionId = call.query("session_id");
    RunStatus status = status(call.query("status"));
    boolean activeFirst = call.flag("priority_active");
    ListPages.Request wish =
        ListPages.of(call, "runs %s %s %s".formatted(sessionId, status, activeFirst));
    ListOrder order = activeFirst ? ListOrder.ACTIVE_FIRST : ListOrder.NEWEST_FIRST;
    return sight.engine.read(
        queries -> {
          Session session = sessionId == null ? null : queries.session(sessionId);
          if (sessionId != null && session == null) {
            return ListPages.reply(wish, List.of(), () -> 0, null, order);
          }
          Queries.RunFilter filter =
              new Queries.RunFilter(
                  session == null ? null : session.key(),
                  status,
                  activeFirst,
                  wish.after() == null
                      ? null
                      : new Queries.RunCursor(wish.after().second(), wish.after().key()),
                  wish.limit());
          if (call.caller().ownOnly() && session == null) {
            return OwnRuns.reply(sight, queries, wish, filter, call.caller().holder(), order);
          }
          Queries.RunPage page = queries.runPage(filter);
          List<RunView> views = sight.runs.now(queries, page.runs(), sight.engine.nowMs());
          return ListPages.reply(
              wish,
              views,
              () -> queries.countRuns(filter),
              page.more() ? last(page.runs()) : null,
              order);
        });
  }

  private static ListPages.Place last(List<Run> runs) {
    Run run = runs.getLast();
    return new ListPages.Place(run.status().isSettled(), run.key());
  }

  private static @Nullable RunStatus status(@Nullable String text) {
    if (text == null) {
      return null;
    }
    return Arrays.stream(RunStatus.values())
        .filter(status -> status.wire().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.INVALID_REQUEST
                    .because(
                        "status must be one of "
                            + String.join(
                                ", ",
                                Arrays.stream(RunStatus.values()).map(RunStatus::wire).toList())
                            + ".")
                    .asException());
  }

  private Reply get(Call call) {
    return Reply.json(
        200,
        sight.engine.read(
            queries ->
                sight.runs.now(
                    queries, sight.run(queries, call.path("run_id")), sight.engine.nowMs())));
  }

  private Reply events(Call call) {
    List<Long> trail =
        sight.engine.read(
            queries -> Trails.told(queries, sight.run(queries, call.path("run_id")), 0));
    return Reply.list(new EventLog(sight, trail, call.caller().seesTriage()));
  }

  private Reply cancel(Call call) {
    bodies.checkUnused(call);
    Caller caller = call.caller();
    String runId = call.path("run_id");
    return Reply.json(
        200,
        sight.show(
            caller.role() == Role.AGENT
                ? runs.takeBack(runId, caller.principalId(), caller.name())
                : runs.cancel(runId, caller.name())));
  }
}

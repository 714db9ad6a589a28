package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.gate.TriageBodies.TriageAction;
import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
import dev.holdpoint.api.gate.TriageBodies.TriageView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.triage.TriageMove;
import dev.holdpoint.core.triage.TriageState;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.triage.TriageTimes;
import dev.holdpoint.engine.triage.TriagedGate;
import dev.holdpoint.engine.triage.Triages;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.view.TriageViews;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people do about gates without deciding them. */
public final class TriageHandlers {
  private static final long SHORTEST_MS = 60_000;
  private static final long LONGEST_CLAIM_MS = 86_400_000;
  private static final long LONGEST_MS = 30 * LONGEST_CLAIM_MS;

  private final ViewContext sight;
  private final Bodies bodies;
  private final Triages triages;

  public TriageHandlers(ViewContext sight, Bodies bodies, Triages triages) {
    this.sight = sight;
    this.bodies = bodies;
    this.triages = triages;
  }

  public Map<String, Handler> all() {
    return Map.of("triageGate", this::act, "getTriage", this::get);
  }

  private Reply act(Call call) {
    TriageRequest body = bodies.read(call, TriageRequest.class);
    String id = call.path("request_id");
    Triages.Actor actor = new Triages.Actor(call.caller().name(), call.caller().within());
    check(body);
    IdempotencyKey key = bodies.idempotency(call, body.idempotencyKey());
    if (body.action() == TriageAction.EXTEND) {
      triages.extend(id, needed(body.forMs(), "/for_ms"), actor, key);
    } else {
      triages.act(id, command(body, call.caller().role() == Role.ADMIN), actor, key);
    }
    return get(call);
  }

  private TriageMove command(TriageRequest body, boolean admin) {
    TriageTimes times = triages.times();
    return switch (body.action()) {
      case SEEN -> new TriageMove.Look();
      case CLAIM ->
          new TriageMove.Claim(forMs(body, times.claimMs()), Boolean.TRUE.equals(body.takeOver()));
      case RELEASE -> new TriageMove.Release(admin);
      case ASSIGN -> new TriageMove.Assign(needed(body.to(), "/to"), forMs(body, times.assignMs()));
      case SNOOZE -> new TriageMove.Snooze(needed(body.untilMs(), "/until_ms"));
      case WAKE -> new TriageMove.Wake();
      case COMMENT -> new TriageMove.Comment(needed(body.text(), "/text"));
      case WATCH -> new TriageMove.Watch();
      case UNWATCH -> new TriageMove.Unwatch();
      case EXTEND -> throw new IllegalArgumentException("it moves the deadline");
    };
  }

  private static <T> T needed(@Nullable T value, String pointer) {
    if (value == null) {
      throw invalid(List.of(new Fault(pointer, "is required with this action")));
    }
    return value;
  }

  private static long forMs(TriageRequest body, long usual) {
    long longest = body.action() == TriageAction.CLAIM ? LONGEST_CLAIM_MS : LONGEST_MS;
    Long wanted = body.forMs();
    if (wanted != null && (wanted < SHORTEST_MS || wanted > longest)) {
      throw invalid(
          List.of(new Fault("/for_ms", "must be from %d to %d".formatted(SHORTEST_MS, longest))));
    }
    return wanted == null ? usual : wanted;
  }

  /** Each member belongs to some actions; with another it would say what is not done. */
  private static void check(TriageRequest body) {
    List<Fault> faults = new ArrayList<>();
    TriageAction action = body.action();
    boolean timed =
        action == TriageAction.CLAIM
            || action == TriageAction.ASSIGN
            || action == TriageAction.EXTEND;
    foreign(body.forMs(), timed, "/for_ms", action, faults);
    foreign(body.takeOver(), action == TriageAction.CLAIM, "/take_over", action, faults);
    foreign(body.to(), action == TriageAction.ASSIGN, "/to", action, faults);
    foreign(body.untilMs(), action == TriageAction.SNOOZE, "/until_ms", action, faults);
    foreign(body.text(), action == TriageAction.COMMENT, "/text", action, faults);
    if (!faults.isEmpty()) {
      throw invalid(faults);
    }
  }

  private static void foreign(
      @Nullable Object value,
      boolean belongs,
      String pointer,
      TriageAction action,
      List<Fault> faults) {
    if (value != null && !belongs) {
      faults.add(new Fault(pointer, "does not belong to action " + Wire.name(action)));
    }
  }

  private static RuntimeException invalid(List<Fault> faults) {
    return new Refusal(
            Problem.INVALID_REQUEST,
            "The request is not valid. Correct the fields in `errors` and send it again. Nothing "
                + "was changed.",
            faults,
            null)
        .asException();
  }

  private Reply get(Call call) {
    String id = call.path("request_id");
    ListPages.Request wish = ListPages.of(call, "triage " + id);
    return Reply.json(
        200, sight.engine.read(queries -> view(queries, id, call.caller().within(), wish)));
  }

  private TriageView view(
      Queries queries, String id, @Nullable String tenant, ListPages.Request wish) {
    TriagedGate found = TriagedGate.in(queries, id, tenant);
    Triage kept = queries.kept(Triage.KIND, found.gate().key());
    Triage triage = kept == null ? Triage.of(found.run().head(), found.gate()) : kept;
    long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
    List<TriageEntry> log = queries.keptBelow(TriageEntry.KIND, id, below, wish.limit() + 1);
    boolean more = log.size() > wish.limit();
    List<TriageEntry> shown = more ? log.subList(0, wish.limit()) : log;
    return TriageViews.of(
        id,
        TriageState.of(triage, found.gate().isPending(), sight.engine.nowMs()),
        shown,
        ListPages.more(
            wish.list(), more ? new ListPages.Place(false, shown.getLast().key()) : null));
  }
}

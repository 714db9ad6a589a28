package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.triage.Actors;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists of approvals and of questions: whole, unless the caller wants a part. */
final class GateLists {
  private static final int AT_ONCE = 500;

  /** So that a page of what is rare is short, and not slow. */
  private static final int MOST_LOOKED_AT = 10_000;

  private GateLists() {}

  /** A row as it is shown; empty when the list leaves it out. */
  @FunctionalInterface
  interface Shown<V> {
    /**
     * @param triage what people did about the gate; null where they did nothing, and for agents
     */
    Optional<V> of(GateRow row, Run run, @Nullable Triage triage);
  }

  /**
   * Which gates a caller asks for.
   *
   * @param status null for all
   * @param outcome null for all
   * @param triage null where what people did narrows nothing
   * @param seesTriage whether the caller may know what people did
   * @param own whose sessions alone exist for the caller; null for all
   * @param name says all that narrows the list down; a cursor belongs to it
   */
  private record Wanted(
      GateState.@Nullable Status status,
      @Nullable Outcome outcome,
      @Nullable TriageFilter triage,
      boolean seesTriage,
      @Nullable Holder own,
      long above,
      long below,
      boolean oldestFirst,
      String name) {

    static Wanted of(Call call, GateKind kind, @Nullable String sessionId) {
      Outcome outcome = outcomeOf(call.query("outcome"));
      String asked = call.query("status");
      GateState.Status status = statusOf(asked == null && outcome != null ? "all" : asked);
      long after = call.longQuery("created_after_ms", 0, 0, Limits.TIME_MS);
      long before = call.longQuery("created_before_ms", Long.MAX_VALUE, 0, Limits.TIME_MS);
      if (before <= after) {
        throw Problem.INVALID_REQUEST
            .because(
                "The range from created_after_ms=%d to created_before_ms=%d is empty; the second must be later than the first."
                    .formatted(after, before))
            .asException();
      }
      boolean pending = status == GateState.Status.PENDING;
      boolean oldestFirst =
          switch (call.query("order")) {
            case null -> pending;
            case "oldest_first" -> true;
            case "newest_first" -> false;
            default ->
                throw Problem.INVALID_REQUEST
                    .because("order must be oldest_first or newest_first.")
                    .asException();
          };
      String list =
          (kind == GateKind.APPROVAL ? "approvals %s %s" : "questions %s %s")
              .formatted(sessionId, outcome == null ? status : status + " " + outcome);
      boolean ranged = after > 0 || before < Long.MAX_VALUE || oldestFirst != pending;
      TriageFilter triage = TriageFilter.of(call);
      if (triage != null) {
        list += " " + triage;
      }
      return new Wanted(
          status,
          outcome,
          triage,
          call.caller().seesTriage(),
          // One that is named is the caller's: that was looked at before.
          call.caller().ownOnly() && sessionId == null ? call.caller().holder() : null,
          key(after) - 1,
          key(before),
          oldestFirst,
          ranged ? "%s %d %d %s".formatted(list, after, before, oldestFirst) : list);
    }

    boolean narrows() {
      return outcome != null || triage != null || own != null;
    }

    boolean takes(
        Queries queries, Actors actors, GateRow row, Run run, @Nullable Triage done, long nowMs) {
      return (own == null || Ownership.reaches(queries, own, row.sessionKey()))
          && (outcome == null || ended(row, run, outcome))
          && (triage == null || triage.takes(actors, row, run, done, nowMs));
    }

    Queries.GateFilter filter(GateKind kind, @Nullable Long sessionKey) {
      return new Queries.GateFilter(kind, status, sessionKey, above, below, oldestFirst);
    }

    ListOrder order() {
      return oldestFirst ? ListOrder.OLDEST_FIRST : ListOrder.NEWEST_FIRST;
    }
  }

  /** The first key of that time. */
  static long key(long timeMs) {
    return timeMs >= 1L << (63 - Ulid.COUNTER_BITS) ? Long.MAX_VALUE : Ulid.key(timeMs, 0);
  }

  static @Nullable Outcome outcomeOf(@Nullable String text) {
    return text == null
        ? null
        : Arrays.stream(Outcome.values())
            .filter(outcome -> outcome.wire().equals(text))
            .findFirst()
            .orElseThrow(
                () ->
                    Problem.INVALID_REQUEST
                        .because(
                            "outcome must be one of %s."
                                .formatted(
                                    Arrays.stream(Outcome.values())
                                        .map(Outcome::wire)
                                        .collect(Collectors.joining(", "))))
                        .asException());
  }

  private static GateState.@Nullable Status statusOf(@Nullable String text) {
    return switch (text) {
      case null -> GateState.Status.PENDING;
      case "pending" -> GateState.Status.PENDING;
      case "resolved" -> GateState.Status.RESOLVED;
      case "expired" -> GateState.Status.EXPIRED;
      case "withdrawn" -> GateState.Status.WITHDRAWN;
      case "all" -> null;
      default ->
          throw Problem.INVALID_REQUEST
              .because("status must be one of pending, resolved, expired, withdrawn, all.")
              .asException();
    };
  }

  static <V> Reply reply(
      ViewContext sight, Call call, GateKind kind, @Nullable String sessionId, Shown<V> shown) {
    Wanted wanted = Wanted.of(call, kind, sessionId);
    ListPages.Request wish = ListPages.of(call, wanted.name);
    Session session =
        sessionId == null ? null : sight.engine.read(queries -> queries.session(sessionId));
    if (sessionId != null && session == null) {
      return ListPages.reply(wish, List.of(), () -> 0, null, wanted.order());
    }
    Queries.GateFilter filter = wanted.filter(kind, session == null ? null : session.key());
    if (!wish.paged() && !wish.limited()) {
      return Reply.list(new Whole<>(sight, wanted, filter, start(wish, filter), shown));
    }
    return sight.engine.read(
        queries -> {
          List<V> views = new ArrayList<>();
          Walk walk = new Walk(queries, wanted, filter, sight.engine.nowMs());
          GateRow last = walk.go(start(wish, filter), wish.limit(), shown, views);
          return ListPages.reply(
              wish,
              views,
              () -> wanted.narrows() ? walk.counted() : queries.countGates(filter),
              last == null ? null : new ListPages.Place(false, last.key()),
              wanted.order());
        });
  }

  private static boolean ended(GateRow row, Run run, Outcome outcome) {
    return run.gates().stream()
        .filter(gate -> gate.hasKey(row.key()))
        .anyMatch(
            gate ->
                gate.state() instanceof GateState.Settled settled && settled.outcome() == outcome);
  }

  /** All of them, from one place to the next. */
  private static final class Whole<V> implements Reply.Rows {
    private final ViewContext sight;
    private final Wanted wanted;
    private final Queries.GateFilter filter;
    private final Shown<V> view;
    private long beyond;
    private boolean over;

    Whole(ViewContext sight, Wanted wanted, Queries.GateFilter filter, long from, Shown<V> view) {
      this.sight = sight;
      this.wanted = wanted;
      this.filter = filter;
      this.beyond = from;
      this.view = view;
    }

    @Override
    public @Nullable List<V> next(int want) {
      if (over) {
        return null;
      }
      List<V> views = new ArrayList<>();
      GateRow last =
          sight.engine.read(
              queries ->
                  new Walk(queries, wanted, filter, sight.engine.nowMs())
                      .go(beyond, want, view, views));
      over = last == null;
      beyond = last == null ? beyond : last.key();
      return views;
    }
  }

  private static long start(ListPages.Request wish, Queries.GateFilter filter) {
    if (wish.after() != null) {
      return wish.after().key();
    }
    return filter.oldestFirst() ? 0 : Long.MAX_VALUE;
  }

  /** One way through a list, with as few reads as there are tables. */
  private record Walk(Queries queries, Wanted wanted, Queries.GateFilter filter, long nowMs) {
    /** Gives the last row looked at if there are more behind it. */
    <V> @Nullable GateRow go(long from, int limit, Shown<V> view, List<V> views) {
      Actors actors = Actors.of(queries, nowMs);
      long beyond = from;
      GateRow last = null;
      for (int looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
        // Where most rows may be left out, a few at a time would end before the first that is not.
        int wish = wanted.narrows() ? AT_ONCE : Math.min(AT_ONCE, limit - views.size() + 1);
        List<GateRow> rows = queries.gates(filter, beyond, wish);
        Map<Long, Run> holders = Gates.holders(queries, rows);
        Map<Long, Triage> touched = touched(rows);
        for (GateRow row : rows) {
          if (views.size() == limit) {
            return last;
          }
          Run run = holders.get(row.key());
          Triage triage = touched.get(row.key());
          // One that was settled between the two reads is gone from this list.
          if (run != null && wanted.takes(queries, actors, row, run, triage, nowMs)) {
            view.of(row, run, triage).ifPresent(views::add);
          }
          last = row;
          beyond = row.key();
        }
        if (rows.size() < wish) {
          return null;
        }
      }
      return last;
    }

    private Map<Long, Triage> touched(List<GateRow> rows) {
      return !wanted.seesTriage || rows.isEmpty()
          ? Map.of()
          : queries.keptAmong(Triage.KIND, rows.stream().map(GateRow::key).toList()).stream()
              .collect(Collectors.toMap(Triage::key, Function.identity()));
    }

    /** What is in no column is counted no further than a page looks. */
    long counted() {
      List<Boolean> found = new ArrayList<>();
      go(
          filter.oldestFirst() ? 0 : Long.MAX_VALUE,
          Integer.MAX_VALUE - 1,
          (_, _, _) -> Optional.of(true),
          found);
      return found.size();
    }
  }

  /** The id of the gate that the row stands for, among those of its run. */
  static <G> String idIn(List<G> gates, Function<G, String> id, GateRow row) {
    return gates.stream()
        .map(id)
        .filter(text -> Ulid.keyOf(row.kind().prefix(), text).orElse(-1) == row.key())
        .findFirst()
        .orElse("");
  }
}

package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists of approvals and of questions: whole, unless the caller wants a part. */
final class GateLists {
  private static final int AT_ONCE = 500;

  /** So that a page of what is rare is short, and not slow. */
  private static final int MOST_LOOKED_AT = 10_000;

  private GateLists() {}

  /**
   * Which gates a caller asks for.
   *
   * @param status null for all
   * @param outcome null for all
   * @param name says all that narrows the list down; a cursor belongs to it
   */
  private record Wanted(
      GateState.@Nullable Status status,
      @Nullable Outcome outcome,
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
      return new Wanted(
          status,
          outcome,
          key(after) - 1,
          key(before),
          oldestFirst,
          ranged ? "%s %d %d %s".formatted(list, after, before, oldestFirst) : list);
    }

    /** The first key of that time. */
    private static long key(long timeMs) {
      return timeMs >= 1L << (63 - Ulid.COUNTER_BITS) ? Long.MAX_VALUE : Ulid.key(timeMs, 0);
    }

    Queries.GateFilter filter(GateKind kind, @Nullable Long sessionKey) {
      return new Queries.GateFilter(kind, status, sessionKey, above, below, oldestFirst);
    }

    ListOrder order() {
      return oldestFirst ? ListOrder.OLDEST_FIRST : ListOrder.NEWEST_FIRST;
    }
  }

  private static @Nullable Outcome outcomeOf(@Nullable String text) {
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
      ViewContext sight,
      Call call,
      GateKind kind,
      @Nullable String sessionId,
      BiFunction<GateRow, Run, Optional<V>> shown) {
    Wanted wanted = Wanted.of(call, kind, sessionId);
    BiFunction<GateRow, Run, Optional<V>> view =
        wanted.outcome == null
            ? shown
            : (row, run) ->
                ended(row, run, wanted.outcome) ? shown.apply(row, run) : Optional.empty();
    ListPages.Request wish = ListPages.of(call, wanted.name);
    Session session =
        sessionId == null ? null : sight.engine.read(queries -> queries.session(sessionId));
    if (sessionId != null && session == null) {
      return ListPages.reply(wish, List.of(), () -> 0, null, wanted.order());
    }
    Queries.GateFilter filter = wanted.filter(kind, session == null ? null : session.key());
    if (!wish.paged() && !wish.limited()) {
      return Reply.list(new Whole<>(sight, filter, start(wish, filter), view));
    }
    return sight.engine.read(
        queries -> {
          List<V> views = new ArrayList<>();
          GateRow last = walk(queries, filter, start(wish, filter), wish.limit(), view, views);
          return ListPages.reply(
              wish,
              views,
              () ->
                  wanted.outcome == null
                      ? queries.countGates(filter)
                      : counted(queries, filter, wanted.outcome),
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

  /** An outcome is in no column; of a long list no more are counted than a page looks at. */
  private static long counted(Queries queries, Queries.GateFilter filter, Outcome outcome) {
    List<Boolean> found = new ArrayList<>();
    walk(
        queries,
        filter,
        filter.oldestFirst() ? 0 : Long.MAX_VALUE,
        Integer.MAX_VALUE - 1,
        (row, run) -> ended(row, run, outcome) ? Optional.of(true) : Optional.empty(),
        found);
    return found.size();
  }

  /** All of them, from one place to the next. */
  private static final class Whole<V> implements Reply.Rows {
    private final ViewContext sight;
    private final Queries.GateFilter filter;
    private final BiFunction<GateRow, Run, Optional<V>> view;
    private long beyond;
    private boolean over;

    Whole(
        ViewContext sight,
        Queries.GateFilter filter,
        long from,
        BiFunction<GateRow, Run, Optional<V>> view) {
      this.sight = sight;
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
      GateRow last = sight.engine.read(queries -> walk(queries, filter, beyond, want, view, views));
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

  /** Gives the last row shown if there are more behind it. */
  private static <V> @Nullable GateRow walk(
      Queries queries,
      Queries.GateFilter filter,
      long from,
      int limit,
      BiFunction<GateRow, Run, Optional<V>> view,
      List<V> views) {
    long beyond = from;
    GateRow last = null;
    for (int looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
      int wanted = Math.min(AT_ONCE, limit - views.size() + 1);
      List<GateRow> rows = queries.gates(filter, beyond, wanted);
      Map<Long, Run> holders = Gates.holders(queries, rows);
      for (GateRow row : rows) {
        if (views.size() == limit) {
          return last;
        }
        Run run = holders.get(row.key());
        // One that was settled between the two reads is gone from this list.
        (run == null ? Optional.<V>empty() : view.apply(row, run)).ifPresent(views::add);
        last = row;
        beyond = row.key();
      }
      if (rows.size() < wanted) {
        return null;
      }
    }
    return last;
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

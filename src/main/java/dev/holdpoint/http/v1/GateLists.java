package dev.holdpoint.http.v1;

import dev.holdpoint.core.id.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.Gates;
import dev.holdpoint.engine.port.GateRow;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.http.server.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lists of approvals and of questions: whole, unless the caller wants a part. */
final class GateLists {
  private static final int AT_ONCE = 500;

  private GateLists() {}

  static <V> Reply reply(
      Sight sight,
      Pages.Wish wish,
      GateRow.Kind kind,
      GateRow.@Nullable Status status,
      @Nullable String sessionId,
      BiFunction<GateRow, Run, Optional<V>> view) {
    Session session =
        sessionId == null ? null : sight.engine.read(queries -> queries.session(sessionId));
    if (sessionId != null && session == null) {
      return Pages.reply(wish, List.of(), () -> 0, null, ApprovalHandlers.order(status));
    }
    Queries.GateFilter filter =
        new Queries.GateFilter(kind, status, session == null ? null : session.key());
    if (!wish.paged() && !wish.limited()) {
      return Reply.list(new Whole<>(sight, filter, start(wish, status), view));
    }
    return sight.engine.read(
        queries -> {
          List<V> views = new ArrayList<>();
          GateRow last = walk(queries, filter, start(wish, status), wish.limit(), view, views);
          return Pages.reply(
              wish,
              views,
              () -> queries.countGates(filter),
              last == null ? null : new Pages.Place(false, last.key()),
              ApprovalHandlers.order(status));
        });
  }

  /** All of them, from one place to the next. */
  private static final class Whole<V> implements Reply.Rows {
    private final Sight sight;
    private final Queries.GateFilter filter;
    private final BiFunction<GateRow, Run, Optional<V>> view;
    private long beyond;
    private boolean over;

    Whole(
        Sight sight,
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

  private static long start(Pages.Wish wish, GateRow.@Nullable Status status) {
    if (wish.after() != null) {
      return wish.after().key();
    }
    return status == GateRow.Status.PENDING ? 0 : Long.MAX_VALUE;
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
    while (true) {
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

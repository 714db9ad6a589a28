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
    return sight.engine.read(
        queries -> {
          Session session = sessionId == null ? null : queries.session(sessionId);
          if (sessionId != null && session == null) {
            return Pages.reply(wish, List.of(), 0, null, ApprovalHandlers.order(status));
          }
          Queries.GateFilter filter =
              new Queries.GateFilter(kind, status, session == null ? null : session.key());
          boolean whole = !wish.paged() && !wish.limited();
          int limit = whole ? Integer.MAX_VALUE : wish.limit();
          List<V> views = new ArrayList<>();
          GateRow last = walk(queries, filter, start(wish, status), limit, view, views);
          return Pages.reply(
              wish,
              views,
              wish.paged() ? queries.countGates(filter) : 0,
              last == null ? null : new Pages.Place(false, last.key()),
              ApprovalHandlers.order(status));
        });
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
      List<GateRow> rows = queries.gates(filter, beyond, AT_ONCE);
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
      if (rows.size() < AT_ONCE) {
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

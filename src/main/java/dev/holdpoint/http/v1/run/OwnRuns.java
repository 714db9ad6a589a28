package dev.holdpoint.http.v1.run;

import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Queries.RunCursor;
import dev.holdpoint.engine.port.store.Queries.RunFilter;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runs of a caller's own sessions. A page looks at a bounded number of runs. */
final class OwnRuns {
  private static final int AT_ONCE = 100;
  private static final int MOST_LOOKED_AT = 2_000;

  private final Queries queries;
  private final RunFilter filter;
  private final Holder who;

  private OwnRuns(Queries queries, RunFilter filter, Holder who) {
    this.queries = queries;
    this.filter = filter;
    this.who = who;
  }

  static Reply reply(
      ViewContext sight,
      Queries queries,
      ListPages.Request wish,
      RunFilter filter,
      Holder who,
      ListOrder order) {
    OwnRuns own = new OwnRuns(queries, filter, who);
    List<Run> shown = new ArrayList<>();
    RunCursor last = own.walk(filter.after(), wish.limit(), shown);
    return ListPages.reply(
        wish,
        sight.runs.now(queries, shown, sight.engine.nowMs()),
        () -> own.count(),
        last == null ? null : new ListPages.Place(last.settled(), last.key()),
        order);
  }

  /** Counted no further than a page looks. */
  private long count() {
    List<Run> all = new ArrayList<>();
    walk(null, Integer.MAX_VALUE, all);
    return all.size();
  }

  /** Gives the last one that was looked at; null when nothing follows. */
  private @Nullable RunCursor walk(@Nullable RunCursor from, int limit, List<Run> shown) {
    RunCursor after = from;
    for (int looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
      Queries.RunPage page =
          queries.runPage(
              new RunFilter(null, filter.status(), filter.activeFirst(), after, AT_ONCE));
      for (Run run : page.runs()) {
        if (shown.size() == limit) {
          return after;
        }
        if (Ownership.reaches(queries, who, run.head().sessionKey())) {
          shown.add(run);
        }
        after = new RunCursor(run.status().isSettled(), run.key());
      }
      if (!page.more()) {
        return null;
      }
    }
    return after;
  }
}

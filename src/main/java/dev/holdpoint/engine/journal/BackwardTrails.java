package dev.holdpoint.engine.journal;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Trail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.core.team.Task;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of some runs, along all their trails at once. A run that is older than another may have
 * called last: it was put off, or goes on for long, or a gate from outside was raised beside it. So
 * every run is looked up before the first row is read, and of each only where its rows are is kept.
 */
public final class BackwardTrails implements BackwardRows {
  private final int mostRuns;
  private final Deque<Unread> unread = new ArrayDeque<>();
  private final PriorityQueue<Lane> lanes =
      new PriorityQueue<>(Comparator.comparingLong(Lane::next).reversed());
  private long bend;
  private int runs;
  private boolean partial;

  private BackwardTrails(int mostRuns) {
    this.mostRuns = mostRuns;
  }

  public static BackwardTrails ofSession(Queries queries, Scope scope, int mostRuns) {
    BackwardTrails back = new BackwardTrails(mostRuns);
    back.add(queries.session(scope.id()));
    return back;
  }

  /**
   * What its members do, and what others did for its tasks, as {@link Rulebook} sees it.
   *
   * @param tasks whether the rule speaks for tasks of sessions that are no members
   */
  public static BackwardTrails ofProject(
      Queries queries, Scope scope, boolean tasks, int mostRuns) {
    BackwardTrails back = new BackwardTrails(mostRuns);
    Project project = queries.named(Project.KIND, scope.id());
    if (project != null) {
      Set<String> members = Set.copyOf(project.members());
      members.forEach(member -> back.add(queries.session(member)));
      if (tasks) {
        back.unread.add(new Unread.OfProject(project.id(), members, Long.MAX_VALUE));
      }
    }
    return back;
  }

  private void add(@Nullable Session session) {
    if (session != null) {
      unread.add(new Unread.OfSession(session.key(), null));
    }
  }

  /** Runs that are in the store and not yet looked up, the newest first. */
  private sealed interface Unread {
    record OfSession(long sessionKey, Queries.@Nullable RunCursor after) implements Unread {}

    record OfProject(String id, Set<String> members, long below) implements Unread {}
  }

  /**
   * A part of a run's trail.
   *
   * @param left how many of its rows are not yet given; when none is, the part before is next
   */
  private record Lane(Trail trail, int left) {
    long next() {
      return left == 0 ? trail.earlier() : trail.rows().get(left - 1);
    }

    boolean isOver() {
      return left == 0 && trail.earlier() == 0;
    }
  }

  @Override
  public List<Long> next(Queries queries) {
    bend = 0;
    Unread some = unread.pollFirst();
    if (some != null) {
      lookUp(queries, some);
      return List.of();
    }
    List<Long> next = new ArrayList<>(AT_ONCE);
    // Where a trail goes on is told by the row at its bend, and may lie above the rows of others.
    while (next.size() < AT_ONCE && !lanes.isEmpty() && bend == 0) {
      Lane lane = lanes.remove();
      next.add(lane.next());
      if (lane.left == 0) {
        bend = lane.next();
      } else {
        open(new Lane(lane.trail, lane.left - 1));
      }
    }
    return next;
  }

  @Override
  public void met(JournalRow row) {
    if (row.lastId() == bend && row.run() != null) {
      Trail trail = row.run().trail();
      open(new Lane(trail, (int) trail.rows().stream().filter(key -> key < bend).count()));
    }
  }

  private void open(Lane lane) {
    if (!lane.isOver()) {
      lanes.add(lane);
    }
  }

  private void lookUp(Queries queries, Unread some) {
    Unread rest =
        switch (some) {
          case Unread.OfSession of -> lookUp(queries, of);
          case Unread.OfProject of -> lookUp(queries, of);
        };
    if (rest != null) {
      unread.addLast(rest);
    }
    if (runs >= mostRuns && !unread.isEmpty()) {
      partial = true;
      unread.clear();
    }
  }

  private @Nullable Unread lookUp(Queries queries, Unread.OfSession of) {
    Queries.RunPage page =
        queries.runPage(new Queries.RunFilter(of.sessionKey, null, false, of.after, AT_ONCE));
    add(page.runs());
    runs += page.runs().size();
    return page.more()
        ? new Unread.OfSession(
            of.sessionKey, new Queries.RunCursor(true, page.runs().getLast().key()))
        : null;
  }

  private @Nullable Unread lookUp(Queries queries, Unread.OfProject of) {
    List<Task> tasks = queries.keptBelow(Task.KIND, of.id, of.below, AT_ONCE);
    add(
        queries.runs(
            tasks.stream()
                .filter(task -> !of.members.contains(task.sessionId()))
                .map(Task::run)
                .filter(Objects::nonNull)
                .map(Task.Started::runKey)
                .toList()));
    runs += tasks.size();
    return tasks.size() == AT_ONCE
        ? new Unread.OfProject(of.id, of.members, tasks.getLast().key())
        : null;
  }

  private void add(List<Run> found) {
    found.forEach(run -> open(new Lane(run.trail(), run.trail().rows().size())));
  }

  @Override
  public boolean isOver() {
    return unread.isEmpty() && lanes.isEmpty();
  }

  @Override
  public boolean isPartial() {
    return partial;
  }
}

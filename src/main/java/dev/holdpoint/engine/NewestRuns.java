package dev.holdpoint.engine;

import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.project.Project;
import dev.holdpoint.core.project.Task;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.Queries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The runs that a scope takes in, from the newest on. A few are read at a time, of every session
 * that is part of it.
 */
final class NewestRuns {
  private static final int OF_ONE = 50;
  private static final int OF_MANY = 8;
  private static final int TASKS = 1_000;
  private static final Comparator<Run> NEWEST_FIRST = Comparator.comparingLong(Run::key).reversed();

  private final List<Lane> unread = new ArrayList<>();
  private final PriorityQueue<Lane> lanes =
      new PriorityQueue<>(Comparator.comparing(Lane::first, NEWEST_FIRST));

  private NewestRuns() {}

  static NewestRuns of(Queries queries, Scope scope) {
    NewestRuns runs = new NewestRuns();
    switch (scope.kind()) {
      case USER -> runs.unread.add(new Lane(null, OF_ONE));
      case SESSION -> {
        Session session = queries.session(scope.id());
        if (session != null) {
          runs.unread.add(new Lane(session.key(), OF_ONE));
        }
      }
      case PROJECT -> {
        Project project = queries.named(Project.SHELF, scope.id());
        if (project != null) {
          runs.add(queries, project);
        }
      }
    }
    return runs;
  }

  /** What its members do, and what others did for its tasks: as {@link Rulebook} sees it. */
  private void add(Queries queries, Project project) {
    for (String member : project.members()) {
      Session session = queries.session(member);
      if (session != null) {
        unread.add(new Lane(session.key(), OF_MANY));
      }
    }
    List<Long> started =
        queries.keptBelow(Task.SHELF, project.id(), Long.MAX_VALUE, TASKS).stream()
            .filter(task -> task.run() != null && !project.members().contains(task.sessionId()))
            .map(task -> task.run().runKey())
            .toList();
    Lane tasks = new Lane(null, 0);
    tasks.runs.addAll(queries.runs(started).stream().sorted(NEWEST_FIRST).toList());
    unread.add(tasks);
  }

  /** The next ones, at most so many; none when there are no more. */
  List<Run> next(Queries queries, int most) {
    unread.forEach(lane -> open(queries, lane));
    unread.clear();
    List<Run> next = new ArrayList<>(most);
    while (next.size() < most && !lanes.isEmpty()) {
      Lane lane = lanes.remove();
      next.add(lane.runs.removeFirst());
      open(queries, lane);
    }
    return next;
  }

  private void open(Queries queries, Lane lane) {
    lane.fill(queries);
    if (!lane.runs.isEmpty()) {
      lanes.add(lane);
    }
  }

  /** Runs in order, of which there may be more in the store. */
  private static final class Lane {
    private final @Nullable Long sessionKey;
    private final int page;
    private final Deque<Run> runs = new ArrayDeque<>();
    private Queries.@Nullable RunCursor after;
    private boolean more;

    /**
     * @param sessionKey null is every session
     * @param page how many are read at once; 0 when there are none to be read
     */
    Lane(@Nullable Long sessionKey, int page) {
      this.sessionKey = sessionKey;
      this.page = page;
      this.more = page > 0;
    }

    Run first() {
      return runs.getFirst();
    }

    void fill(Queries queries) {
      if (!runs.isEmpty() || !more) {
        return;
      }
      Queries.RunPage read =
          queries.runPage(new Queries.RunFilter(sessionKey, null, false, after, page));
      runs.addAll(read.runs());
      more = read.more();
      if (!read.runs().isEmpty()) {
        after = new Queries.RunCursor(true, read.runs().getLast().key());
      }
    }
  }
}

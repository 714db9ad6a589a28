package dev.holdpoint.engine.team;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.core.team.Task;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.run.Intake;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Projects and their tasks. A task is done by a run like any other, in the session it is for. */
public final class Projects {
  private final Commits commits;

  private final Intake intake;

  public Projects(Commits commits, Intake intake) {
    this.commits = commits;
    this.intake = intake;
  }

  /**
   * @param id null to be given one
   */
  public record Spec(@Nullable String id, String title, List<String> members) {}

  public record TaskWish(String title, String sessionId, String content) {}

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made<T>(T thing, boolean replayed) {}

  public Made<Project> create(Spec wish, String by, @Nullable IdempotencyKey idempotency) {
    ChosenIds.check(wish.id, "project_id", Problem.INVALID_PROJECT_ID);
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Made<>(found(change.kept(Project.KIND, earlier.getAsLong())), true);
          }
          List<String> members = Members.existing(change, wish.members);
          Project same = wish.id == null ? null : change.named(Project.KIND, wish.id);
          if (same != null) {
            if (!same.title().equals(wish.title) || !same.members().equals(members)) {
              throw Problem.PROJECT_CONFLICT
                  .because(
                      "The project with this id has a different title or different members. "
                          + "Choose another project_id.")
                  .at("/project_id", "is taken")
                  .asException();
            }
            return new Made<>(same, false);
          }
          String own = change.newId(Project.PREFIX);
          Project project =
              new Project(
                  Ulid.keyOf(Project.PREFIX, own).orElseThrow(),
                  wish.id == null ? own : wish.id,
                  wish.title,
                  members,
                  change.nowMs(),
                  by);
          change.keep(Project.KIND, project);
          OncePerKey.remember(change, idempotency, project.key());
          return new Made<>(project, false);
        });
  }

  public Made<Task> add(
      String projectId, TaskWish wish, String by, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Made<>(task(change.kept(Task.KIND, earlier.getAsLong())), true);
          }
          Project project = found(change.named(Project.KIND, projectId));
          Runs.open(change, wish.sessionId);
          if (!project.takes(wish.sessionId)) {
            throw Problem.INVALID_REQUEST
                .because("A task must be assigned to a member of its project. members lists them.")
                .at("/session_id", "is not a member of the project")
                .asException();
          }
          String id = change.newId(Task.PREFIX);
          Task task =
              new Task(
                  Ulid.keyOf(Task.PREFIX, id).orElseThrow(),
                  id,
                  project.id(),
                  wish.title,
                  wish.sessionId,
                  wish.content,
                  null,
                  change.nowMs(),
                  by);
          change.keep(Task.KIND, task);
          OncePerKey.remember(change, idempotency, task.key());
          return new Made<>(task, false);
        });
  }

  /** A task that is being done is not begun a second time: its run is given back. */
  public RunOutcome start(
      String projectId,
      String taskId,
      String by,
      @Nullable TraceParent trace,
      @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new RunOutcome(Existing.run(change, earlier.getAsLong()), true);
          }
          Task task = existing(change, projectId, taskId);
          Run last = task.run() == null ? null : change.run(task.run().runKey());
          if (last != null && !last.status().isSettled()) {
            OncePerKey.remember(change, idempotency, last.key());
            return new RunOutcome(last, false);
          }
          Intake.Order order =
              new Intake.Order(
                  RunKind.INPUT,
                  by,
                  "daemon",
                  Task.SOURCE,
                  task.id(),
                  task.content(),
                  Json.NULL,
                  trace);
          Run run = intake.take(change, task.sessionId(), order);
          change.keep(
              Task.KIND, task.started(new Task.Started(run.key(), run.id(), change.nowMs())));
          OncePerKey.remember(change, idempotency, run.key());
          return Intake.outcome(change, run);
        });
  }

  /** The project whose task the run does; null when it does none. */
  static @Nullable String projectOf(Change change, Run run) {
    // Everybody may call what they submit a task; the task itself knows its run.
    OptionalLong key = Ulid.keyOf(Task.PREFIX, run.head().actorId());
    Task task =
        key.isPresent() && run.head().sourceKind().equals(Task.SOURCE)
            ? change.kept(Task.KIND, key.getAsLong())
            : null;
    return task != null && task.run() != null && task.run().runKey() == run.key()
        ? task.projectId()
        : null;
  }

  private static Task existing(Change change, String projectId, String taskId) {
    Project project = found(change.named(Project.KIND, projectId));
    OptionalLong key = Ulid.keyOf(Task.PREFIX, taskId);
    Task task = key.isPresent() ? change.kept(Task.KIND, key.getAsLong()) : null;
    return task(
        task != null && task.id().equals(taskId) && task.projectId().equals(project.id())
            ? task
            : null);
  }

  public static Project found(@Nullable Project project) {
    if (project == null) {
      throw Problem.PROJECT_NOT_FOUND
          .because("There is no such project. GET /v1/projects lists them.")
          .asException();
    }
    return project;
  }

  public static Task task(@Nullable Task task) {
    if (task == null) {
      throw Problem.TASK_NOT_FOUND
          .because("The project has no such task. GET /v1/projects/{id}/tasks lists its tasks.")
          .asException();
    }
    return task;
  }
}

package dev.holdpoint.http.v1.team;

import dev.holdpoint.api.team.TeamBodies.CreateProjectRequest;
import dev.holdpoint.api.team.TeamBodies.CreateTaskRequest;
import dev.holdpoint.api.team.TeamBodies.ProjectView;
import dev.holdpoint.api.team.TeamBodies.TaskStatus;
import dev.holdpoint.api.team.TeamBodies.TaskView;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.core.team.Task;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.team.Projects;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Map;

/** Projects and their tasks. */
public final class ProjectHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Projects projects;

  public ProjectHandlers(ViewContext sight, Bodies bodies, Projects projects) {
    this.sight = sight;
    this.bodies = bodies;
    this.projects = projects;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createProject", this::create,
        "listProjects", this::list,
        "getProject", this::get,
        "createTask", this::addTask,
        "listTasks", this::tasks,
        "getTask", this::task,
        "startTask", this::start);
  }

  private Reply create(Call call) {
    CreateProjectRequest body = bodies.read(call, CreateProjectRequest.class);
    Projects.Made<Project> made =
        projects.create(
            new Projects.Spec(body.projectId(), body.title(), body.members()),
            call.caller().principalId(),
            bodies.idempotency(call, body.idempotencyKey()));
    ProjectView shown =
        sight.engine.read(queries -> view(OwnSight.of(queries, call.caller()), made.thing()));
    return Replays.marked(Reply.json(201, shown), made.replayed());
  }

  private Reply list(Call call) {
    return sight.engine.read(
        queries ->
            Narrowed.shelf(
                queries,
                ListPages.of(call, "projects"),
                Project.KIND,
                null,
                OwnSight.orAll(call.caller(), OwnSight.of(queries, call.caller())::has),
                project -> view(OwnSight.of(queries, call.caller()), project)));
  }

  private Reply get(Call call) {
    return Reply.json(
        200,
        sight.engine.read(
            queries -> view(OwnSight.of(queries, call.caller()), project(queries, call))));
  }

  private static Project project(Queries queries, Call call) {
    return Projects.found(queries.named(Project.KIND, call.path("project_id")));
  }

  private Reply addTask(Call call) {
    CreateTaskRequest body = bodies.read(call, CreateTaskRequest.class);
    Projects.Made<Task> made =
        projects.add(
            call.path("project_id"),
            new Projects.TaskWish(body.title(), body.sessionId(), body.content()),
            call.caller().principalId(),
            bodies.idempotency(call, body.idempotencyKey()));
    TaskView shown = sight.engine.read(queries -> view(queries, made.thing()));
    return Replays.marked(Reply.json(201, shown), made.replayed());
  }

  private Reply tasks(Call call) {
    return sight.engine.read(
        queries -> {
          Project project = project(queries, call);
          return Narrowed.shelf(
              queries,
              ListPages.of(call, "tasks " + project.key()),
              Task.KIND,
              project.id(),
              OwnSight.orAll(call.caller(), OwnSight.of(queries, call.caller())::has),
              task -> view(queries, task));
        });
  }

  private Reply task(Call call) {
    return sight.engine.read(
        queries -> {
          String projectId = project(queries, call).id();
          String id = call.path("task_id");
          Task task = ViewContext.kept(queries, Task.KIND, Task.PREFIX, id, Task::id);
          boolean isIt = task != null && task.projectId().equals(projectId);
          return Reply.json(200, view(queries, Projects.task(isIt ? task : null)));
        });
  }

  private Reply start(Call call) {
    bodies.checkUnused(call);
    RunOutcome outcome =
        projects.start(
            call.path("project_id"),
            call.path("task_id"),
            call.caller().principalId(),
            call.trace(),
            bodies.idempotency(call, null));
    return Replays.marked(Reply.json(202, sight.show(outcome)), outcome);
  }

  private static ProjectView view(OwnSight own, Project project) {
    return new ProjectView(
        project.id(), project.title(), own.among(project.members()), project.createdAtMs());
  }

  private static TaskView view(Queries queries, Task task) {
    Task.Started started = task.run();
    Run run = started == null ? null : queries.run(started.runKey());
    return new TaskView(
        task.id(),
        task.projectId(),
        task.title(),
        task.sessionId(),
        task.content(),
        run == null ? TaskStatus.OPEN : TaskStatus.valueOf(run.status().name()),
        started == null ? null : started.runId(),
        started == null ? null : Long.valueOf(started.atMs()),
        task.createdAtMs());
  }
}

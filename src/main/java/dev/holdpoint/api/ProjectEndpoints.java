package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.READ;
import static dev.holdpoint.api.Endpoint.Access.WORK;
import static dev.holdpoint.api.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.Queries.CURSOR;
import static dev.holdpoint.api.Queries.LIMIT;
import static dev.holdpoint.api.Queries.PAGE;

import java.util.List;

/** Projects and their tasks. */
final class ProjectEndpoints {
  private static final String PROJECT = "/v1/projects/{project_id}";
  private static final String TASKS = PROJECT + "/tasks";
  private static final String TASK = TASKS + "/{task_id}";

  static final List<Endpoint> ALL =
      Draft.all(
          post(
                  "createProject",
                  "/v1/projects",
                  WORK,
                  KEYED,
                  "Creates a project, or returns the existing one")
              .takes(CreateProjectRequest.class, 201, ProjectView.class),
          get("listProjects", "/v1/projects", READ, "Lists projects, newest first")
              .lists(ProjectView.class, PAGE, CURSOR, LIMIT),
          get("getProject", PROJECT, READ, "One project").answers(ProjectView.class),
          post("createTask", TASKS, WORK, KEYED, "Adds a task for a session")
              .takes(CreateTaskRequest.class, 201, TaskView.class),
          get("listTasks", TASKS, READ, "Lists a project's tasks, newest first")
              .lists(TaskView.class, PAGE, CURSOR, LIMIT),
          get("getTask", TASK, READ, "Returns a task and its state").answers(TaskView.class),
          post("startTask", TASK + "/start", WORK, KEYED, "Starts a task in its session")
              .answers(202, RunView.class)
              .makesRun());

  private ProjectEndpoints() {}
}

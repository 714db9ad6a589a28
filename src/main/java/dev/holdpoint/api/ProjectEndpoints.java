package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.team.TeamBodies.CreateProjectRequest;
import dev.holdpoint.api.team.TeamBodies.CreateTaskRequest;
import dev.holdpoint.api.team.TeamBodies.ProjectView;
import dev.holdpoint.api.team.TeamBodies.TaskView;
import java.util.List;

/** Projects and their tasks. */
final class ProjectEndpoints {
  private static final String PROJECT = "/v1/projects/{project_id}";
  private static final String TASKS = PROJECT + "/tasks";
  private static final String TASK = TASKS + "/{task_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
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

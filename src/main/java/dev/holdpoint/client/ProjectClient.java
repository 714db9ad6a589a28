package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.team.TeamBodies.CreateProjectRequest;
import dev.holdpoint.api.team.TeamBodies.CreateTaskRequest;
import dev.holdpoint.api.team.TeamBodies.ProjectView;
import dev.holdpoint.api.team.TeamBodies.TaskView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import java.util.Map;

/** Projects and their tasks. */
public final class ProjectClient {
  private static final String PROJECT = "/v1/projects/{}";
  private static final String TASK = PROJECT + "/tasks/{}";

  private final Connection connection;

  ProjectClient(Connection connection) {
    this.connection = connection;
  }

  public ProjectView create(CreateProjectRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/projects"), request, request.idempotencyKey(), ProjectView.class);
  }

  public Page<ProjectView> page(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of("/v1/projects"), wish, ProjectView.class);
  }

  public ProjectView find(String id) throws CallFailed {
    return connection.get(RequestPath.of(PROJECT, id), ProjectView.class);
  }

  public TaskView add(String projectId, CreateTaskRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of(PROJECT + "/tasks", projectId),
        request,
        request.idempotencyKey(),
        TaskView.class);
  }

  public Page<TaskView> tasks(String projectId, PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of(PROJECT + "/tasks", projectId), wish, TaskView.class);
  }

  public TaskView task(String projectId, String taskId) throws CallFailed {
    return connection.get(RequestPath.of(TASK, projectId, taskId), TaskView.class);
  }

  /** Runs it in its session; one that is being done is given back as it is. */
  public RunView start(String projectId, String taskId) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of(TASK + "/start", projectId, taskId), Map.of(), null, RunView.class);
  }
}

package dev.holdpoint.client;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.LearningBodies.CreateLearningRequest;
import dev.holdpoint.api.memory.LearningBodies.EditLearningRequest;
import dev.holdpoint.api.memory.LearningBodies.LearningScope;
import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import org.jspecify.annotations.Nullable;

/** Learnings: written down, listed, corrected, forgotten. */
public final class LearningClient {
  private static final String LEARNING = "/v1/learnings/{}";

  private final Connection connection;

  LearningClient(Connection connection) {
    this.connection = connection;
  }

  public LearningView create(CreateLearningRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/learnings"), request, request.idempotencyKey(), LearningView.class);
  }

  /**
   * @param scope only what it shares; null for all
   */
  public Page<LearningView> page(@Nullable LearningScope scope, PageRequest wish)
      throws CallFailed {
    return connection.page(
        RequestPath.of("/v1/learnings")
            .with("scope_kind", scope == null ? null : Wire.name(scope.kind()))
            .with("scope_id", scope == null ? null : scope.id()),
        wish,
        LearningView.class);
  }

  public LearningView find(String learningId) throws CallFailed {
    return connection.get(RequestPath.of(LEARNING, learningId), LearningView.class);
  }

  public LearningView edit(String learningId, EditLearningRequest request) throws CallFailed {
    return connection.patch(RequestPath.of(LEARNING, learningId), request, LearningView.class);
  }

  public void remove(String learningId) throws CallFailed {
    connection.delete(RequestPath.of(LEARNING, learningId));
  }
}

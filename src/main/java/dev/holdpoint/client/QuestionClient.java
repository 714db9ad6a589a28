package dev.holdpoint.client;

import dev.holdpoint.api.gate.QuestionBodies.CancelQuestionRequest;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolution;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolutionRequest;
import dev.holdpoint.api.gate.QuestionBodies.RaiseQuestionRequest;
import dev.holdpoint.api.gate.QuestionBodies.RaisedQuestion;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Questions: raised, waited for, answered. */
public final class QuestionClient {
  private final Connection connection;

  QuestionClient(Connection connection) {
    this.connection = connection;
  }

  /** Those that wait, oldest first. */
  public List<PendingQuestionView> list(@Nullable String sessionId) throws CallFailed {
    return connection.list(
        RequestPath.of("/v1/questions").with("session_id", sessionId), PendingQuestionView.class);
  }

  public Page<PendingQuestionView> page(
      @Nullable String sessionId, GateFilter filter, PageRequest wish) throws CallFailed {
    return connection.page(
        filter.on(RequestPath.of("/v1/questions").with("session_id", sessionId)),
        wish,
        PendingQuestionView.class);
  }

  public PendingQuestionView find(String questionId) throws CallFailed {
    return connection.get(
        RequestPath.of("/v1/questions/{}", questionId), PendingQuestionView.class);
  }

  /** Answers as soon as it is settled, and as it then is after {@code waitMs}. */
  public PendingQuestionView await(String questionId, int waitMs) throws CallFailed {
    return connection.get(
        RequestPath.of("/v1/questions/{}", questionId).waiting("wait_ms", waitMs),
        PendingQuestionView.class);
  }

  /** Asks from outside; the same {@code requestKey} finds the same gate again. */
  public RaisedQuestion raise(String sessionId, RaiseQuestionRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/sessions/{}/question-requests", sessionId),
        request,
        null,
        RaisedQuestion.class);
  }

  public RunView resolve(String runId, QuestionResolution resolution) throws CallFailed {
    return resolve(runId, new QuestionResolutionRequest(null, resolution));
  }

  public RunView resolve(String runId, QuestionResolutionRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/runs/{}/questions", runId),
        request,
        request.idempotencyKey(),
        RunView.class);
  }

  /** Answers, and waits until the run ends or waits again, at most so long. */
  public SessionView resolveAndAwait(String sessionId, QuestionResolution resolution, int timeoutMs)
      throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/sessions/{}/questions", sessionId).waiting("timeout_ms", timeoutMs),
        new QuestionResolutionRequest(null, resolution),
        null,
        SessionView.class);
  }

  /** Ends the run that asked. */
  public RunView cancel(String runId, String questionId, @Nullable String justification)
      throws CallFailed {
    return cancel(runId, questionId, new CancelQuestionRequest(null, justification));
  }

  public RunView cancel(String runId, String questionId, CancelQuestionRequest request)
      throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/runs/{}/questions/{}/cancel", runId, questionId),
        request,
        request.idempotencyKey(),
        RunView.class);
  }

  public static QuestionResolution answer(String requestId, QuestionAnswer... answers) {
    return new QuestionResolution(requestId, List.of(answers), null, null);
  }

  public static QuestionResolution decline(String requestId, @Nullable String justification) {
    return new QuestionResolution(requestId, List.of(), true, justification);
  }
}

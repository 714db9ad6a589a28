package dev.holdpoint.client;

import dev.holdpoint.api.event.EventBodies.UniversalPermission;
import dev.holdpoint.api.event.EventBodies.UniversalQuestion;
import dev.holdpoint.api.gate.PermissionReplyBodies.PermissionReply;
import dev.holdpoint.api.gate.PermissionReplyBodies.PermissionReplyRequest;
import dev.holdpoint.api.gate.PermissionReplyBodies.QuestionReplyRequest;
import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.Pages;
import dev.holdpoint.client.http.RequestPath;
import dev.holdpoint.client.stream.FrameParser;
import dev.holdpoint.client.stream.FrameStream;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the agent of one session asks, told to whoever listens, over as many connections as it
 * takes. What already waits is told first, and nothing is told twice. What nobody listens to stays
 * pending: it is told when somebody does.
 *
 * <p>Handlers are called one after the other, on a thread of this session; they may reply from
 * within. One that fails is logged, and what it was told still waits.
 */
public final class AgentSession implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AgentSession.class);

  /** Three heartbeats. */
  private static final int SILENCE_MS = 30_000;

  private final Connection connection;
  private final String sessionId;
  private final FrameStream frames;
  private final AtomicBoolean following = new AtomicBoolean();
  private final ExecutorService teller =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("agent-session").factory());

  // Touched by the teller alone.
  private final GateListeners<Question> questions = new GateListeners<>();
  private final GateListeners<Permission> permissions = new GateListeners<>();

  AgentSession(Connection connection, String sessionId) {
    this.connection = connection;
    this.sessionId = sessionId;
    this.frames =
        new FrameStream(
            connection,
            RequestPath.of("/v1/sessions/{}/stream", sessionId).with("format", "universal"),
            null,
            SILENCE_MS);
  }

  /**
   * Something the agent wants to know.
   *
   * @param prompt several questions are lines of it
   * @param options the labels that the first of them offers; empty for free words
   */
  public record Question(String id, String prompt, List<String> options) {
    public Question {
      options = List.copyOf(options);
    }
  }

  /** Something the agent wants to do. */
  public record Permission(String id, String action) {}

  /**
   * Has questions told from now on, in the place of whoever was told before.
   *
   * @throws CallFailed when the daemon is not there, or has no such session
   */
  public AgentSession onQuestion(Consumer<Question> handler) throws CallFailed {
    follow();
    tell(() -> questions.listen(handler));
    return this;
  }

  /** The same for permissions. */
  public AgentSession onPermission(Consumer<Permission> handler) throws CallFailed {
    follow();
    tell(() -> permissions.listen(handler));
    return this;
  }

  /**
   * Answers a question.
   *
   * @param answers a list for each question of it, of labels or ids of options, or words
   * @throws CallFailed when it was settled before, or the answers do not fit
   */
  public void replyQuestion(String questionId, List<List<String>> answers) throws CallFailed {
    connection.tell(
        RequestPath.of("/v1/sessions/{}/questions/{}/reply", sessionId, questionId),
        new QuestionReplyRequest(answers));
  }

  /** Says that nobody will answer. */
  public void rejectQuestion(String questionId) throws CallFailed {
    connection.tell(
        RequestPath.of("/v1/sessions/{}/questions/{}/reject", sessionId, questionId), null);
  }

  public void replyPermission(String permissionId, PermissionReply reply) throws CallFailed {
    connection.tell(
        RequestPath.of("/v1/sessions/{}/permissions/{}/reply", sessionId, permissionId),
        new PermissionReplyRequest(reply));
  }

  /** Nobody is told any more. What waits goes on waiting. */
  @Override
  public void close() {
    frames.close();
    teller.shutdownNow();
  }

  private void follow() throws CallFailed {
    new SessionClient(connection).find(sessionId);
    if (following.compareAndSet(false, true)) {
      Thread.ofVirtual()
          .name("agent-session-stream")
          .start(
              () -> {
                try {
                  frames.follow(new EventClient());
                } catch (CallFailed e) {
                  log.error(
                      "the session {} is closed; its requests are no longer delivered",
                      sessionId,
                      e);
                }
              });
    }
  }

  private void tell(Runnable news) {
    try {
      teller.execute(news);
    } catch (RejectedExecutionException e) {
      log.debug("closed before it could be delivered", e);
    }
  }

  /** What waits now: at the start, and whenever something may have been missed. */
  private void look() {
    try {
      Pages.each(
          wish -> new QuestionClient(connection).page(sessionId, GateFilter.PENDING, wish),
          view -> {
            Question question = question(view.request());
            tell(() -> questions.requested(question.id, question));
          });
      Pages.each(
          wish -> new ApprovalClient(connection).page(sessionId, GateFilter.PENDING, wish),
          row -> {
            String id = row.request().id();
            tell(() -> permissions.requested(id, new Permission(id, row.request().toolName())));
          });
    } catch (CallFailed e) {
      log.warn("the pending requests of session {} could not be read; retrying", sessionId, e);
    }
  }

  private static Question question(UserQuestionRequestView request) {
    List<StructuredQuestion> asked = request.questions();
    return new Question(
        request.id(),
        asked.stream().map(StructuredQuestion::question).collect(Collectors.joining("\n")),
        asked.getFirst().options().stream().map(Option::label).toList());
  }

  private final class EventClient implements FrameStream.Taker {
    @Override
    public boolean take(FrameParser.Frame frame) {
      switch (frame.event()) {
        case "question.requested" -> {
          UniversalQuestion asked = ClientJson.read(frame.data(), UniversalQuestion.class);
          String id = asked.questionId();
          tell(() -> questions.requested(id, new Question(id, asked.prompt(), asked.options())));
        }
        case "question.resolved" -> {
          String id = ClientJson.read(frame.data(), UniversalQuestion.class).questionId();
          tell(() -> questions.resolved(id));
        }
        case "permission.requested" -> {
          UniversalPermission asked = ClientJson.read(frame.data(), UniversalPermission.class);
          String id = asked.permissionId();
          tell(() -> permissions.requested(id, new Permission(id, asked.action())));
        }
        case "permission.resolved" -> {
          String id = ClientJson.read(frame.data(), UniversalPermission.class).permissionId();
          tell(() -> permissions.resolved(id));
        }
        case "stream_gap" -> look();
        default -> {
          // Heartbeats, and what a newer daemon sends.
        }
      }
      return true;
    }

    @Override
    public boolean opened() {
      look();
      return true;
    }

    @Override
    public boolean lost(String why, int waitMs) {
      log.info("the stream of session {} was lost and is retried: {}", sessionId, why);
      return true;
    }

    @Override
    public boolean passOver(String id) {
      return true;
    }
  }
}

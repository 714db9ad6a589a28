package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.api.gate.PermissionReplyBodies.PermissionReply;
import dev.holdpoint.client.AgentSession;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.DaemonAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** The Java client tells what the agent of a session asks, and takes the replies. */
@OnBothDatabases
@Timeout(120)
class AgentSessionTest extends Acceptance {
  private static final String COLOR =
      json(
          "{'id':'color','question':'Choose a color','options':["
              + "{'id':'r','label':'Red'},{'id':'b','label':'Blue'}]}");

  private final HoldpointClient client =
      new HoldpointClient(new DaemonAddress(http.address(), http.token(), "the test"));
  private final BlockingQueue<AgentSession.Question> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<AgentSession.Permission> wanted = new LinkedBlockingQueue<>();

  AgentSessionTest(Database database) {
    super(database);
  }

  private JsonNode ask(String session) {
    return park(session, Script.ask(COLOR, ""), Script.SAY_LAST_RESULT);
  }

  private static <T> T next(BlockingQueue<T> told) throws InterruptedException {
    T first = told.poll(30, TimeUnit.SECONDS);
    assertThat(first).as("nothing was told").isNotNull();
    return first;
  }

  @Test
  // A2-61, A2-62
  void A2_61_A2_62_what_waits_is_told_first_and_then_what_comes_each_once() throws Exception {
    String session = session();
    JsonNode before = ask(session);
    try (AgentSession agent = client.agentSession(session)) {
      agent.onQuestion(asked::add);
      assertThat(next(asked))
          .isEqualTo(
              new AgentSession.Question(
                  questionId(before), "Choose a color", List.of("Red", "Blue")));

      agent.replyQuestion(questionId(before), List.of(List.of("Blue")));
      awaitRun(id(before), "completed");
      JsonNode after = ask(session);

      assertThat(next(asked).id()).isEqualTo(questionId(after));
      agent.rejectQuestion(questionId(after));
      awaitRun(id(after), "completed");
      assertThat(asked).isEmpty();
      assertThatThrownBy(() -> agent.rejectQuestion(questionId(after)))
          .isInstanceOfSatisfying(
              CallFailed.class, failed -> assertThat(failed.status()).isEqualTo(409));
    }
  }

  @Test
  void what_nobody_listens_to_stays_pending_and_is_told_to_whoever_comes() throws Exception {
    String session = session();
    try (AgentSession agent = client.agentSession(session)) {
      agent.onPermission(wanted::add);
      JsonNode question = ask(session);
      assertThat(http.get("/v1/sessions/" + session + "/questions").json()).hasSize(1);

      agent.onQuestion(asked::add);

      assertThat(next(asked).id()).isEqualTo(questionId(question));
      agent.replyQuestion(questionId(question), List.of(List.of("Red")));
      awaitRun(id(question), "completed");
      JsonNode permission = park(session, Script.bash("true"), Script.SAY_LAST_RESULT);
      assertThat(next(wanted))
          .isEqualTo(new AgentSession.Permission(approvalId(permission), "bash"));
      agent.replyPermission(approvalId(permission), PermissionReply.ONCE);
      awaitRun(id(permission), "completed");
    }
  }

  @Test
  void a_handler_that_fails_harms_nothing() throws Exception {
    String session = session();
    try (AgentSession agent = client.agentSession(session)) {
      agent.onQuestion(
          question -> {
            asked.add(question);
            throw new IllegalStateException("the handler's own fault");
          });
      JsonNode first = ask(session);
      next(asked);

      agent.replyQuestion(questionId(first), List.of(List.of("Red")));
      awaitRun(id(first), "completed");
      JsonNode second = ask(session);

      assertThat(next(asked).id()).isEqualTo(questionId(second));
    }
  }

  @Test
  void a_session_that_is_not_there_is_told_at_once() {
    try (AgentSession agent = client.agentSession("nobody")) {
      assertThatThrownBy(() -> agent.onQuestion(asked::add))
          .isInstanceOfSatisfying(
              CallFailed.class, failed -> assertThat(failed.status()).isEqualTo(404));
    }
  }
}

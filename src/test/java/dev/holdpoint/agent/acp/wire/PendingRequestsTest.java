package dev.holdpoint.agent.acp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.port.AcpServers.Awaited;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PendingRequestsTest {
  private static final PendingRequests.Key KEY =
      new PendingRequests.Key("ada", new Json("7"), "session/prompt", Json.EMPTY_OBJECT);
  private static final Json RESPONSE =
      new Json("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"done\":true}}");

  private final List<Json> unheard = new ArrayList<>();
  private final PendingRequests requests = new PendingRequests(unheard::add);
  private final CompletableFuture<Json> agent = new CompletableFuture<>();
  private int sent;

  private Awaited send() {
    return requests.send(
        KEY,
        () -> {
          sent++;
          return agent;
        });
  }

  private void answer() {
    agent.complete(new Json("{\"done\":true}"));
  }

  @Test
  void whoever_waits_gets_the_response_under_his_own_id() throws Exception {
    Awaited request = send();
    assertThat(request.await(1)).isNull();
    answer();
    assertThat(request.await(1)).isEqualTo(RESPONSE);
    assertThat(unheard).isEmpty();
  }

  @Test
  void a_response_that_comes_when_nobody_waits_is_put_among_the_messages_once() {
    send().leave();
    answer();
    assertThat(unheard).containsExactly(RESPONSE);
  }

  @Test
  void a_response_that_could_not_be_written_is_put_among_the_messages_too() {
    Awaited request = send();
    answer();
    request.leave();
    assertThat(unheard).containsExactly(RESPONSE);
  }

  @Test
  void the_same_request_under_way_is_joined_and_the_agent_is_told_once() throws Exception {
    Awaited first = send();
    Awaited second = send();
    assertThat(sent).isEqualTo(1);
    first.leave();
    answer();
    assertThat(second.await(1)).isEqualTo(RESPONSE);
    assertThat(unheard).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"session/new", "session/fork", "_somebody/else"})
  void what_may_make_something_is_sent_for_each_who_asks(String method) {
    PendingRequests.Key key =
        new PendingRequests.Key("ada", new Json("7"), method, Json.EMPTY_OBJECT);
    List<CompletableFuture<Json>> made = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      requests.send(
          key,
          () -> {
            made.add(new CompletableFuture<>());
            return made.getLast();
          });
    }
    assertThat(made).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"initialize", "session/load", "session/resume"})
  void what_only_finds_something_is_joined(String method) {
    PendingRequests.Key key =
        new PendingRequests.Key("ada", new Json("7"), method, Json.EMPTY_OBJECT);
    Awaited first = requests.send(key, () -> agent);
    assertThat(requests.send(key, () -> agent)).isSameAs(first);
  }

  @Test
  void what_was_answered_is_sent_anew_when_it_is_sent_again() {
    send();
    answer();
    send();
    assertThat(sent).isEqualTo(2);
  }

  @Test
  void an_error_of_the_agent_is_a_response() throws Exception {
    Awaited request = send();
    agent.completeExceptionally(new RpcError(-32000, "log in first", new Json("{\"a\":1}")));
    assertThat(request.await(1))
        .isEqualTo(
            new Json(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":"
                    + "{\"code\":-32000,\"message\":\"log in first\",\"data\":{\"a\":1}}}"));
  }

  @Test
  void an_agent_that_is_gone_is_told_to_all_who_wait_and_all_who_come() {
    Awaited request = send();
    agent.completeExceptionally(new PeerFailure("the agent has ended"));
    assertThatThrownBy(() -> request.await(1))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.refusal().problem()).isEqualTo(Problem.AGENT_FAILED));
    requests.fail(Ended.leaving());
    assertThatThrownBy(this::send)
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.refusal().problem()).isEqualTo(Problem.UNAVAILABLE));
  }
}

package dev.holdpoint.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** A request is open until it is answered or given up, and no longer. */
final class ProtocolGuardTest {
  /** How many requests of a server may be open. */
  private static final int OPEN = 16;

  private final Wire wire = new Wire();
  private final List<String> floods = new ArrayList<>();
  private final List<JSONRPCMessage> heard = new ArrayList<>();
  private final ProtocolGuard guard =
      new ProtocolGuard(
          wire,
          new ProtocolGuard.Listener() {
            @Override
            public void isOpened(String elicitationId) {}

            @Override
            public void changed() {}

            @Override
            public void takenBack(Object id) {}

            @Override
            public void floods(String how) {
              floods.add(how);
            }
          });

  /** The way to a server that says what the test says. */
  private static final class Wire implements McpClientTransport {
    private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> reader = message -> message;
    private boolean broken;

    void says(JSONRPCMessage message) {
      reader.apply(Mono.just(message)).block();
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
      reader = handler;
      return Mono.empty();
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return broken ? Mono.error(new IOException("the server is gone")) : Mono.empty();
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      throw new UnsupportedOperationException("nothing is read here");
    }
  }

  @BeforeEach
  void connect() {
    guard.connect(message -> message.doOnNext(heard::add)).block();
  }

  private void asks(int id) {
    wire.says(new JSONRPCRequest("elicitation/create", id, Map.of()));
  }

  /** What we ask, on its way. */
  private Request sent(String id) {
    Request request = new Request("tools/call", Map.of(), null);
    guard.sendMessage(new JSONRPCRequest(request.method, id, request)).block();
    return request;
  }

  @Test
  void what_a_server_asks_counts_until_it_is_answered() {
    for (int id = 0; id < 10 * OPEN; id++) {
      asks(id);
      guard.sendMessage(JSONRPCResponse.result(id, Map.of())).block();
    }
    assertThat(floods).isEmpty();
    assertThat(heard).hasSize(10 * OPEN);

    for (int id = 0; id < OPEN; id++) {
      asks(id);
    }
    assertThat(floods).isEmpty();
    asks(OPEN);
    assertThat(floods).singleElement().asString().contains("more than 16 requests");
    assertThat(heard).hasSize(11 * OPEN);
  }

  @Test
  void an_answer_is_passed_on_once_and_leaves_nothing_to_give_up() {
    Request request = sent("1");
    JSONRPCResponse answer = JSONRPCResponse.result("1", "first");

    wire.says(answer);
    wire.says(JSONRPCResponse.result("1", "second"));

    assertThat(heard).containsExactly(answer);
    assertThat(guard.giveUp(request)).as("it had not come yet").isFalse();
    assertThat(heard).containsExactly(answer);
  }

  @Test
  void what_is_given_up_is_given_up_once_and_its_answer_comes_too_late() {
    Request request = sent("1");

    assertThat(guard.giveUp(request)).as("it had not come yet").isTrue();
    assertThat(guard.giveUp(request)).as("it was still open").isFalse();
    wire.says(JSONRPCResponse.result("1", "late"));

    assertThat(heard)
        .singleElement()
        .isInstanceOfSatisfying(
            JSONRPCResponse.class,
            told -> {
              assertThat(told.id()).isEqualTo("1");
              assertThat(told.error().message()).isEqualTo("given up");
            });
  }

  @Test
  void a_request_that_could_not_be_sent_is_not_open() {
    wire.broken = true;
    Request request = new Request("tools/call", Map.of(), null);

    assertThatThrownBy(
            () -> guard.sendMessage(new JSONRPCRequest(request.method, "1", request)).block())
        .hasMessageContaining("the server is gone");

    assertThat(guard.giveUp(request)).as("it was still open").isFalse();
    assertThat(heard).isEmpty();
  }
}

package dev.holdpoint.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.external.Elicitations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final ServerInquiry FORM =
      new ServerInquiry(Json.EMPTY_OBJECT, Json.EMPTY_OBJECT, List.of(), null);

  private final CompletableFuture<Json> person = new CompletableFuture<>();
  private final CountDownLatch waits = new CountDownLatch(1);
  private final InFlight call =
      new InFlight(
          new Elicitations.Asking("desk", "ask", "run_1", "call_1"),
          (_, _) -> person,
          new ToolContext.PersonWait() {
            @Override
            public void begins() {
              waits.countDown();
            }

            @Override
            public void ends() {}
          });
  private final Request request = new Request("tools/call", Map.of(), call);

  @Test
  void its_time_stands_still_while_a_person_is_waited_for() throws Exception {
    var _ = call.ask(FORM);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> inTime =
          threads.submit(() -> call.await(request.answer, Duration.ofNanos(1)));
      assertThat(waits.await(30, TimeUnit.SECONDS)).isTrue();
      request.answer.complete("done");
      assertThat(inTime.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void its_time_goes_on_when_the_person_has_answered() throws Exception {
    var _ = call.ask(FORM);
    person.complete(Json.EMPTY_OBJECT);
    assertThat(call.await(request.answer, Duration.ofNanos(1))).isFalse();
  }
}

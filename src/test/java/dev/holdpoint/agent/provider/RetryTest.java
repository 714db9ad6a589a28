package dev.holdpoint.agent.provider;

import static dev.holdpoint.agent.provider.StandInVendor.cut;
import static dev.holdpoint.agent.provider.StandInVendor.fixture;
import static dev.holdpoint.agent.provider.StandInVendor.nothing;
import static dev.holdpoint.agent.provider.StandInVendor.status;
import static dev.holdpoint.agent.provider.StandInVendor.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.model.ModelFailure;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.Usage;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens when a vendor does not answer as he should. */
class RetryTest {
  private final StandInVendor vendor = new StandInVendor();
  private final ProviderWire wire = new ProviderWire("holdpoint/test");
  private final List<Long> pauses = new ArrayList<>();
  private final List<AttemptOutcome> outcomes = new ArrayList<>();
  private final List<String> pieces = new ArrayList<>();

  @AfterEach
  void close() {
    vendor.close();
    wire.close();
  }

  private final ModelCallMetrics meter =
      new ModelCallMetrics() {
        @Override
        public void attempted(String route, AttemptOutcome outcome) {
          outcomes.add(outcome);
        }

        @Override
        public void used(String route, Usage usage) {}
      };

  private ModelTurn ask(Vendor kind, String generation, @Nullable String fallback)
      throws Exception {
    Route plain = kind.route(vendor.url(), 3);
    Route route =
        new Route(
            "r",
            plain.dialect(),
            plain.baseUrl(),
            plain.key(),
            plain.model(),
            fallback,
            20_000,
            1_000,
            3,
            32_000,
            null,
            new Route.Price(new BigDecimal("0.15"), new BigDecimal("0.60")));
    return new ProviderModel(route, wire, pauses::add, meter)
        .next(ProviderModelTest.request(generation, new Step.Input("Hello?")), pieces::add);
  }

  private ModelTurn ask(Vendor kind) throws Exception {
    return ask(kind, "{}", null);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 502, 503, 504, 529})
  void what_may_pass_is_tried_again(int status) throws Exception {
    vendor.answers(
        status(status, fixture("anthropic/error-529.json")),
        status(status, "<html>Bad gateway</html>"),
        stream(Vendor.ANTHROPIC.answer("text")));
    assertThat(ask(Vendor.ANTHROPIC).text()).isEqualTo("Hello!");
    assertThat(vendor.asked()).hasSize(3);
    assertThat(pauses).hasSize(2);
    assertThat(outcomes).endsWith(AttemptOutcome.OK);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 400, 401, 403, 404, 422})
  void what_would_fail_again_is_not_tried_again(int status) {
    vendor.answers(status(status, fixture("openai/error-401.json")));
    assertThatThrownBy(() -> ask(Vendor.OPENAI, "{}", "another"))
        .isInstanceOf(ModelFailure.class)
        .hasMessageContaining("no answer from gpt-4o-mini on the route 'r'")
        .hasMessageContaining(Integer.toString(status))
        .hasMessageContaining("Incorrect API key provided");
    assertThat(vendor.asked()).hasSize(1);
    assertThat(pauses).isEmpty();
    assertThat(outcomes).containsExactly(AttemptOutcome.REFUSED);
  }

  @Test
  void what_the_vendor_asks_for_is_waited_for_up_to_a_minute() throws Exception {
    vendor.answers(
        status(429, Map.of("retry-after", "7"), fixture("openai/error-429.json")),
        status(429, Map.of("retry-after-ms", "3600000"), fixture("openai/error-429.json")),
        stream(Vendor.OPENAI.answer("text")));
    ask(Vendor.OPENAI);
    assertThat(pauses.getFirst()).isBetween(7_000L, 7_500L);
    assertThat(pauses.getLast()).isBetween(60_000L, 60_500L);
  }

  // A connection that is cut in the middle of a stream gives no turn, wherever it is cut.
  @ParameterizedTest
  @EnumSource(Vendor.class)
  void a_cut_stream_is_no_turn(Vendor kind) throws Exception {
    String whole = kind.answer("bash");
    int end = kind == Vendor.OPENAI ? whole.indexOf("\"finish_reason\": \"tool_calls\"") : 0;
    if (kind == Vendor.ANTHROPIC) {
      end = whole.indexOf("event: message_stop");
    }
    if (kind == Vendor.GEMINI) {
      end = whole.indexOf("\"finishReason\"");
    }
    if (kind == Vendor.OLLAMA) {
      end = whole.indexOf("\"done\":true");
    }
    for (int bytes = 1; bytes < end; bytes += 61) {
      vendor.answers(cut(whole, bytes), stream(whole.substring(0, bytes)), nothing());
      assertThatThrownBy(() -> ask(kind)).isInstanceOf(ModelFailure.class);
    }
    assertThat(outcomes).isNotEmpty().doesNotContain(AttemptOutcome.OK, AttemptOutcome.REFUSED);
    vendor.answers(cut(whole, end), stream(whole));
    assertThat(ask(kind).calls()).hasSize(1);
  }

  @Test
  void a_failure_in_the_middle_of_a_stream_is_one() throws Exception {
    vendor.answers(
        stream(Vendor.ANTHROPIC.answer("overloaded")), stream(Vendor.ANTHROPIC.answer("text")));
    assertThat(ask(Vendor.ANTHROPIC).text()).isEqualTo("Hello!");
    assertThat(outcomes).containsExactly(AttemptOutcome.RATE_LIMITED, AttemptOutcome.OK);
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void nonsense_is_no_turn(Vendor kind) {
    vendor.answers(
        stream("data: {\"id\": broken\n\n{\"model\":"),
        stream("data: [1,2]\n\n[1,2]\n"),
        stream("<html>Sign in to the network</html>"));
    assertThatThrownBy(() -> ask(kind))
        .isInstanceOf(ModelFailure.class)
        .hasMessageContaining("3 attempts");
    assertThat(outcomes).hasSize(3).doesNotContain(AttemptOutcome.OK, AttemptOutcome.REFUSED);
  }

  @Test
  void arguments_that_are_no_object_are_asked_for_again() throws Exception {
    vendor.answers(
        stream(Vendor.OPENAI.answer("malformed-arguments")), stream(Vendor.OPENAI.answer("bash")));
    assertThat(ask(Vendor.OPENAI).calls()).hasSize(1);
    assertThat(outcomes).containsExactly(AttemptOutcome.MALFORMED, AttemptOutcome.OK);
  }

  @Test
  void a_silent_vendor_is_given_up() throws Exception {
    vendor.answers(
        vendor.stalled(Vendor.OPENAI.answer("text").substring(0, 400)),
        vendor.silent(),
        stream(Vendor.OPENAI.answer("text")));
    assertThat(ask(Vendor.OPENAI).text()).isEqualTo("Hello!");
    assertThat(vendor.isAbandoned()).isTrue();
    assertThat(outcomes)
        .containsExactly(AttemptOutcome.UNREACHABLE, AttemptOutcome.UNREACHABLE, AttemptOutcome.OK);
  }

  @Test
  void the_fallback_is_asked_when_the_model_cannot_be_had() throws Exception {
    for (int i = 0; i < 3; i++) {
      vendor.answers(status(503, ""));
    }
    vendor.answers(stream(Vendor.OPENAI.answer("text")));
    ModelTurn turn = ask(Vendor.OPENAI, "{\"fallback_model\":\"gpt-4.1\"}", "another");
    assertThat(vendor.asked())
        .extracting(asked -> asked.body().path("model").asString())
        .containsExactly("gpt-4o-mini", "gpt-4o-mini", "gpt-4o-mini", "gpt-4.1");
    // Its price is not the route's.
    assertThat(turn.usage()).isEqualTo(new Usage(19, 4, 10, 2, 1, null, "gpt-4.1"));
  }

  @Test
  void a_turn_of_the_routes_model_has_its_exact_price() throws Exception {
    vendor.answers(stream(Vendor.OPENAI.answer("text")));
    assertThat(ask(Vendor.OPENAI).usage())
        .isEqualTo(new Usage(19, 4, 10, 2, 1, new BigDecimal("0.00000885"), "gpt-4o-mini"));
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void an_answer_without_room_keeps_its_words_and_says_what_is_wrong(Vendor kind) throws Exception {
    vendor.answers(stream(kind.answer("length")));
    ModelTurn turn = ask(kind);
    assertThat(turn.text()).isEqualTo("Once upon");
    assertThat(turn.shortfall()).contains("raise max_output_tokens");
  }

  @ParameterizedTest
  @EnumSource(
      value = Vendor.class,
      names = {"OPENAI", "ANTHROPIC", "GEMINI"})
  void a_refusal_is_told_and_not_taken_for_an_answer(Vendor kind) throws Exception {
    vendor.answers(stream(kind.answer("refusal")));
    ModelTurn turn = ask(kind);
    assertThat(turn.shortfall())
        .contains(
            switch (kind) {
              case OPENAI -> "I'm sorry, I can't assist with that.";
              case ANTHROPIC -> "refusal";
              case GEMINI -> "SAFETY";
              case OLLAMA -> "";
            });
    assertThat(turn.calls()).isEmpty();
  }

  @Test
  void an_interrupt_cuts_a_stream_and_closes_the_connection() throws Exception {
    vendor.answers(vendor.stalled(Vendor.ANTHROPIC.answer("text").substring(0, 600)));
    assertInterruptible(vendor::hasBegun);
    assertThat(vendor.isAbandoned()).isTrue();
    assertThat(outcomes).containsExactly(AttemptOutcome.INTERRUPTED);
  }

  @Test
  void an_interrupt_cuts_the_wait_for_a_vendor() throws Exception {
    vendor.answers(vendor.silent());
    assertInterruptible(vendor::hasBegun);
    assertThat(vendor.isAbandoned()).isTrue();
  }

  @Test
  void an_interrupt_cuts_the_time_between_two_attempts() throws Exception {
    vendor.answers(status(429, Map.of("retry-after", "60"), ""));
    CountDownLatch waiting = new CountDownLatch(1);
    Route route = Vendor.ANTHROPIC.route(vendor.url(), 3);
    ProviderModel model =
        new ProviderModel(
            route,
            wire,
            _ -> {
              waiting.countDown();
              new CountDownLatch(1).await(); // for ever, but for the interrupt
            },
            meter);
    assertInterruptible(model, () -> waiting.await(30, TimeUnit.SECONDS));
  }

  @FunctionalInterface
  private interface Moment {
    boolean hasCome() throws InterruptedException;
  }

  private void assertInterruptible(Moment moment) throws Exception {
    Route route = Vendor.ANTHROPIC.route(vendor.url(), 3);
    assertInterruptible(new ProviderModel(route, wire, pauses::add, meter), moment);
  }

  private void assertInterruptible(ProviderModel model, Moment moment) throws Exception {
    CompletableFuture<@Nullable Exception> end = new CompletableFuture<>();
    Thread worker =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    model.next(
                        ProviderModelTest.request("{}", new Step.Input("Hello?")), pieces::add);
                    end.complete(null);
                  } catch (Exception e) {
                    end.complete(e);
                  }
                });
    assertThat(moment.hasCome()).isTrue();
    worker.interrupt();
    assertThat(end.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
  }
}

package dev.holdpoint.agent.provider;

import static dev.holdpoint.agent.provider.StandInVendor.status;
import static dev.holdpoint.agent.provider.StandInVendor.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.model.ModelFailure;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.Usage;
import dev.holdpoint.engine.json.JsonTree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Answers that are nearly what a vendor has published, as gateways and broken servers give. */
class OddAnswersTest {
  private static final String KEY = "canary-key-1";

  private final StandInVendor vendor = new StandInVendor();
  private final ProviderWire wire = new ProviderWire("holdpoint/test");
  private final List<String> pieces = new ArrayList<>();

  @AfterEach
  void close() {
    vendor.close();
    wire.close();
  }

  private ModelTurn ask(Vendor kind, int attempts, ModelRequest request) throws Exception {
    Route plain = kind.route(vendor.url(), attempts);
    Route priced =
        new Route(
            "r",
            plain.dialect(),
            plain.baseUrl(),
            plain.key(),
            plain.model(),
            null,
            20_000,
            20_000,
            attempts,
            32_000,
            null,
            new Route.Price(BigDecimal.ONE, BigDecimal.ONE));
    return new ProviderModel(priced, wire, _ -> {}, ModelCallMetrics.NONE)
        .next(request, pieces::add);
  }

  private ModelTurn ask(Vendor kind, int attempts) throws Exception {
    return ask(kind, attempts, ProviderModelTest.request("{}", new Step.Input("Hello?")));
  }

  private static String without(String text, String from, String to) {
    int begin = text.lastIndexOf(from);
    return text.substring(0, begin) + text.substring(text.indexOf(to, begin));
  }

  private void assertAskedAgain(Vendor kind, String lost) throws Exception {
    vendor.answers(stream(lost), stream(kind.answer("tool")));
    assertThat(ask(kind, 2).calls()).hasSize(1);
    assertThat(vendor.asked()).hasSize(2);
  }

  @Test
  void a_call_that_did_not_come_whole_is_asked_for_again() throws Exception {
    String tool = Vendor.ANTHROPIC.answer("tool");
    assertAskedAgain(
        Vendor.ANTHROPIC, without(tool, "event: content_block_stop", "event: message_delta"));
  }

  @Test
  void an_end_that_gives_no_reason_is_none() throws Exception {
    String tool = Vendor.ANTHROPIC.answer("tool");
    assertAskedAgain(
        Vendor.ANTHROPIC, without(tool, "event: message_delta", "event: message_stop"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Vendor.class,
      names = {"OPENAI", "ANTHROPIC"})
  void a_call_that_is_announced_and_does_not_come_is_asked_for_again(Vendor kind) throws Exception {
    assertAskedAgain(
        kind,
        kind.answer("text")
            .replace("\"finish_reason\": \"stop\"", "\"finish_reason\": \"tool_calls\"")
            .replace("\"end_turn\"", "\"tool_use\""));
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void the_key_is_in_nothing_that_a_model_says(Vendor kind) throws Exception {
    vendor.answers(
        stream(
            kind.answer("text")
                .replace("\"Hello\"", "\"It is canary-\"")
                .replace("\"!\"", "\"key-1.\"")));
    assertThat(ask(kind, 1).text()).isEqualTo("It is [the route's key].");
    assertThat(String.join("", pieces)).isEqualTo("It is [the route's key].");
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void the_key_is_in_no_call(Vendor kind) throws Exception {
    vendor.answers(
        stream(
            kind.answer("tool")
                .replaceAll("get_(weather|current_temperature)", KEY)
                .replaceAll("San|Paris|London|Tokyo", KEY)));
    ModelTurn turn = ask(kind, 1);
    assertThat(turn.calls()).hasSize(1);
    assertThat(turn.toString()).doesNotContain(KEY).contains("[the route's key]");
  }

  @Test
  void a_word_that_stands_in_for_a_key_is_no_secret() {
    assertThat(ApiKey.of("EMPTY").unsaid("The list is EMPTY.")).isEqualTo("The list is EMPTY.");
    List<String> told = new ArrayList<>();
    KeyFilter filter = ApiKey.of(KEY).unsaid(told::add);
    // Both halves of one character, and a beginning of the key that is none.
    for (String piece : List.of("a\uD83D", "\uDE00 can", "ary")) {
      filter.next(piece);
    }
    filter.end();
    assertThat(String.join("", told)).isEqualTo("a\uD83D\uDE00 canary");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a/../../b?x=1#y | /models/a%2F%2E%2E%2F%2E%2E%2Fb%3Fx%3D1%23y:",
        "a b%2e          | /models/a%20b%252e:",
        "../files        | /models/%2E%2E%2Ffiles:"
      })
  void a_models_name_stays_in_its_place_in_the_path(String model, String path) throws Exception {
    vendor.answers(stream(Vendor.GEMINI.answer("text")));
    ask(
        Vendor.GEMINI,
        1,
        ProviderModelTest.request("{\"model\":\"" + model + "\"}", new Step.Input("Hello?")));
    assertThat(vendor.asked().getFirst().path()).startsWith(path).endsWith("?alt=sse");
  }

  @ParameterizedTest
  @ValueSource(strings = {"publishers/a/models/b", "qwen2.5:7b", "org/name", "models/x"})
  void a_models_name_in_the_body_is_sent_as_it_is(String model) throws Exception {
    for (Vendor kind : List.of(Vendor.OPENAI, Vendor.OLLAMA)) {
      vendor.answers(stream(kind.answer("text")));
      ask(
          kind,
          1,
          ProviderModelTest.request("{\"model\":\"" + model + "\"}", new Step.Input("Hello?")));
      assertThat(vendor.asked().getLast().body().path("model").asString()).isEqualTo(model);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"arguments\":null", ",\"arguments\":{}"})
  void a_call_without_arguments_has_none(String arguments) throws Exception {
    vendor.answers(
        stream(
            Vendor.OLLAMA.answer("tool").replace(",\"arguments\":{\"city\":\"Tokyo\"}", arguments)),
        stream(
            Vendor.GEMINI
                .answer("tool")
                .replace(
                    ", \"args\": {\"location\": \"London\"}",
                    arguments.replace("arguments", "args"))));
    for (Vendor kind : List.of(Vendor.OLLAMA, Vendor.GEMINI)) {
      assertThat(ask(kind, 1).calls())
          .singleElement()
          .satisfies(call -> assertThat(call.input()).isEqualTo(Json.EMPTY_OBJECT));
    }
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void a_failure_that_comes_with_200_is_told_in_the_vendors_words(Vendor kind) {
    vendor.answers(
        status(
            200,
            "\n{\"error\":{\"message\":\"no credit for "
                + KEY
                + "\",\"type\":\"invalid_request_error\"}}"));
    assertThatThrownBy(() -> ask(kind, 3))
        .isInstanceOf(ModelFailure.class)
        .hasMessageContaining("no credit for [the route's key]");
    assertThat(vendor.asked()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"message\":\"out of %s memory\"}", "out of %s memory"})
  void an_event_that_is_called_an_error_is_one(String data) {
    vendor.answers(stream("event: error\ndata: " + data.formatted(KEY) + "\n\n"));
    assertThatThrownBy(() -> ask(Vendor.OPENAI, 1))
        .isInstanceOf(ModelFailure.class)
        .hasMessageContaining("out of [the route's key] memory");
  }

  @Test
  void a_turn_that_nobody_counted_is_a_turn_without_a_price() throws Exception {
    vendor.answers(stream(Vendor.OPENAI.answer("text").replace("\"usage\"", "\"used\"")));
    assertThat(ask(Vendor.OPENAI, 1).usage())
        .isEqualTo(new Usage(0, 0, 0, 0, 1, null, "gpt-4o-mini"));
  }

  @Test
  void counts_that_cannot_be_are_held_within_bounds() throws Exception {
    ProviderAnswer answer = new ProviderAnswer();
    new AnthropicDialect()
        .hear(
            JsonTree.read(
                "{\"type\":\"message_delta\",\"usage\":{\"input_tokens\":9223372036854775807,"
                    + "\"cache_read_input_tokens\":9223372036854775807,\"output_tokens\":-15}}"),
            answer);
    assertThat(answer.input()).isEqualTo(2_000_000_000_000L);
    assertThat(answer.cached()).isEqualTo(1_000_000_000_000L);
    assertThat(answer.output()).isZero();
  }

  @Test
  void a_key_that_an_error_is_cut_in_is_taken_out_before() {
    String error = "x".repeat(294) + KEY;
    vendor.answers(status(401, "{\"error\":{\"message\":\"" + error + "\"}}"));
    assertThatThrownBy(() -> ask(Vendor.OPENAI, 1))
        .isInstanceOf(ModelFailure.class)
        .hasMessageNotContaining("canary");
  }

  @Test
  void what_a_model_thinks_is_not_what_it_says() throws Exception {
    vendor.answers(
        stream(
            Vendor.GEMINI
                .answer("text")
                .replace(
                    "{\"text\": \"Hello\"}",
                    "{\"text\": \"Hm.\", \"thought\": true}, {\"text\": \"Hello\"}")));
    assertThat(ask(Vendor.GEMINI, 1).text()).isEqualTo("Hello!");
    assertThat(String.join("", pieces)).isEqualTo("Hello!");
  }

  @Test
  void calls_that_share_an_index_are_told_apart_by_their_ids() throws Exception {
    vendor.answers(
        stream(Vendor.OPENAI.answer("parallel").replace("\"index\": 1", "\"index\": 0")));
    assertThat(ask(Vendor.OPENAI, 1).calls())
        .extracting(call -> call.input().text())
        .containsExactly(
            "{\"command\":\"echo first >> ran\"}", "{\"command\":\"echo second >> ran\"}");
  }

  private JsonNode bodyWith(List<ToolSpec> tools, String generation) throws Exception {
    vendor.answers(stream(Vendor.OPENAI.answer("text")));
    ask(
        Vendor.OPENAI,
        1,
        new ModelRequest(
            () -> "You are terse.",
            List.of(new Step.Input("Hello?")),
            List::of,
            tools,
            new Json(generation)));
    return vendor.asked().getLast().body();
  }

  @Test
  void tools_take_half_of_the_room_and_the_model_is_told_what_it_does_not_see() throws Exception {
    List<ToolSpec> large =
        IntStream.range(0, 10)
            .mapToObj(i -> new ToolSpec("t" + i, "x".repeat(9_000), Json.EMPTY_OBJECT))
            .toList();
    JsonNode body = bodyWith(large, "{}");
    assertThat(body.path("tools").size()).isEqualTo(5);
    assertThat(body.at("/tools/0/function/name").asString()).isEqualTo("t0");
    assertThat(body.at("/messages/0/content").asString()).contains("5 more tools");
    JsonNode wanted = bodyWith(large, "{\"tool_choice\":{\"type\":\"specific\",\"name\":\"t9\"}}");
    assertThat(wanted.path("tools").toString()).contains("\"t9\"");

    List<ToolSpec> many =
        IntStream.range(0, 130)
            .mapToObj(i -> new ToolSpec("t" + i, "", Json.EMPTY_OBJECT))
            .toList();
    JsonNode most = bodyWith(many, "{}");
    assertThat(most.path("tools").size()).isEqualTo(128);
    assertThat(most.at("/messages/0/content").asString()).contains("2 more tools");
    assertThat(bodyWith(many.subList(0, 128), "{}").at("/messages/0/content").asString())
        .doesNotContain("more tools");
  }
}

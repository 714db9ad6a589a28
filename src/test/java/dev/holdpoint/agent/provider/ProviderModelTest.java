package dev.holdpoint.agent.provider;

import static dev.holdpoint.agent.provider.StandInVendor.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.run.Usage;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Each vendor's wire, with the answers that the vendor has published. */
class ProviderModelTest {
  /** Nothing that a library's own classes for schemas would keep as it is. */
  private static final Json ODD_SCHEMA =
      new Json(
          """
          {"type":"object","properties":{"location":{"type":"string","pattern":"^.+, .+$"},\
          "when":{"oneOf":[{"const":1},{"type":["string","null"],"format":"date"}]}},\
          "required":["location"],"$defs":{"x":{"not":{}}},"x-vendor":[1.50]}""");

  private final StandInVendor vendor = new StandInVendor();
  private final ProviderWire wire = new ProviderWire("holdpoint/test");

  @AfterEach
  void close() {
    vendor.close();
    wire.close();
  }

  private ModelTurn ask(Vendor kind, ModelRequest request, List<String> pieces) throws Exception {
    return new ProviderModel(kind.route(vendor.url(), 1), wire, _ -> {}, ModelCallMetrics.NONE)
        .next(request, pieces::add);
  }

  static ModelRequest request(String generation, Step... steps) {
    return new ModelRequest(
        () -> "You are terse.",
        List.of(steps),
        List::of,
        List.of(
            new ToolSpec("get_weather", "The weather somewhere.", ODD_SCHEMA),
            new ToolSpec("mcp/tools.list", "With a name of its own.", Json.EMPTY_OBJECT)),
        new Json(generation));
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void text_comes_in_pieces_and_as_a_turn_with_what_it_took(Vendor kind) throws Exception {
    vendor.answers(stream(kind.answer("text")));
    List<String> pieces = new ArrayList<>();
    ModelTurn turn = ask(kind, request("{}", new Step.Input("Hello?")), pieces);

    Usage usage =
        switch (kind) {
          case OPENAI -> new Usage(19, 4, 10, 2, 1, null, kind.model);
          case ANTHROPIC -> new Usage(25, 0, 15, 0, 1, null, kind.model);
          case GEMINI -> new Usage(11, 0, 42, 30, 1, null, kind.model);
          case OLLAMA -> new Usage(26, 0, 282, 0, 1, null, kind.model);
        };
    assertThat(turn).isEqualTo(new ModelTurn("Hello!", List.of(), true, usage, null));
    assertThat(pieces).containsExactly("Hello", "!");
    assertThat(vendor.asked()).hasSize(1);
    assertThat(vendor.asked().getFirst().path()).isEqualTo(kind.path);
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void a_published_tool_call_is_a_call(Vendor kind) throws Exception {
    vendor.answers(stream(kind.answer("tool")));
    ModelTurn turn = ask(kind, request("{}", new Step.Input("How is it?")), new ArrayList<>());

    ToolCall call =
        switch (kind) {
          case OPENAI ->
              new ToolCall(
                  "call_DdmO9pD3xa9XTPNJ32zg2hcA",
                  "get_weather",
                  new Json("{\"location\":\"Paris, France\"}"));
          case ANTHROPIC ->
              new ToolCall(
                  "toolu_01T1x1fJ34qAmk2tNTrN7Up6",
                  "get_weather",
                  new Json("{\"location\":\"San Francisco, CA\",\"unit\":\"fahrenheit\"}"));
          case GEMINI ->
              new ToolCall("", "get_current_temperature", new Json("{\"location\":\"London\"}"));
          case OLLAMA -> new ToolCall("", "get_weather", new Json("{\"city\":\"Tokyo\"}"));
        };
    assertThat(turn.calls())
        .singleElement()
        .satisfies(
            made -> {
              assertThat(made.tool()).isEqualTo(call.tool());
              assertThat(made.input()).isEqualTo(call.input());
              assertThat(call.id().isEmpty() || made.id().equals(call.id())).isTrue();
            });
    assertThat(turn.last()).isFalse();
    assertThat(turn.text())
        .isEqualTo(
            kind == Vendor.ANTHROPIC ? "Okay, let's check the weather for San Francisco, CA:" : "");
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void several_calls_of_a_turn_come_together_and_one_alone_where_that_was_asked(Vendor kind)
      throws Exception {
    vendor.answers(stream(kind.answer("parallel")), stream(kind.answer("parallel")));
    Step input = new Step.Input("Both.");
    assertThat(ask(kind, request("{}", input), new ArrayList<>()).calls())
        .extracting(call -> call.input().text())
        .containsExactly(
            "{\"command\":\"echo first >> ran\"}", "{\"command\":\"echo second >> ran\"}");

    String one = "{\"allow_parallel_tool_calls\":false}";
    assertThat(ask(kind, request(one, input), new ArrayList<>()).calls()).hasSize(1);
    JsonNode body = vendor.asked().getLast().body();
    switch (kind) {
      case OPENAI -> assertThat(body.path("parallel_tool_calls").asBoolean(true)).isFalse();
      case ANTHROPIC ->
          assertThat(body.path("tool_choice"))
              .isEqualTo(
                  JsonTree.object().put("type", "auto").put("disable_parallel_tool_use", true));
      case GEMINI, OLLAMA -> {}
    }
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void a_tools_schema_goes_out_as_it_is_and_its_name_as_it_is_taken(Vendor kind) throws Exception {
    vendor.answers(stream(kind.answer("text")));
    ask(kind, request("{}", new Step.Input("Hello?")), new ArrayList<>());

    JsonNode tools = vendor.asked().getFirst().body().path("tools");
    JsonNode schema =
        switch (kind) {
          case OPENAI, OLLAMA -> tools.path(0).path("function").path("parameters");
          case ANTHROPIC -> tools.path(0).path("input_schema");
          case GEMINI ->
              tools.path(0).path("functionDeclarations").path(0).path("parametersJsonSchema");
        };
    assertThat(JsonTree.write(schema)).isEqualTo(ODD_SCHEMA);
    JsonNode second =
        switch (kind) {
          case OPENAI, OLLAMA -> tools.path(1).path("function").path("name");
          case ANTHROPIC -> tools.path(1).path("name");
          case GEMINI -> tools.path(0).path("functionDeclarations").path(1).path("name");
        };
    assertThat(second.asString()).matches("mcp_tools_list_[0-9a-f]{12}");
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void a_transcript_goes_out_with_every_call_before_its_result(Vendor kind) throws Exception {
    vendor.answers(stream(kind.answer("text")));
    Json london = new Json("{\"location\":\"London, UK\"}");
    ask(
        kind,
        request(
            "{\"temperature\":0.5,\"max_output_tokens\":77}",
            new Step.Input("How is it?"),
            new Step.Turn("I look.", List.of(new ToolCall("run_1.c1", "get_weather", london))),
            new Step.Result("run_1.c1", new Json("{\"degrees\":15}"))),
        new ArrayList<>());

    JsonNode body = vendor.asked().getFirst().body();
    String id = ProviderNames.id("run_1.c1");
    assertThat(id).matches("[a-zA-Z0-9_-]{1,40}");
    switch (kind) {
      case OPENAI -> {
        assertThat(body.path("messages").path(0).path("content").asString()).contains("terse");
        assertThat(body.path("messages").path(2).path("tool_calls").path(0).path("id").asString())
            .isEqualTo(id);
        assertThat(body.path("messages").path(3).path("role").asString()).isEqualTo("tool");
        assertThat(body.path("messages").path(3).path("tool_call_id").asString()).isEqualTo(id);
        assertThat(body.path("max_tokens").asInt()).isEqualTo(77);
        assertThat(body.path("temperature").asDouble()).isEqualTo(0.5);
        assertThat(body.path("stream_options").path("include_usage").asBoolean(false)).isTrue();
      }
      case ANTHROPIC -> {
        assertThat(body.path("system").toString()).contains("terse");
        assertThat(body.path("messages").path(1).path("content").path(1).path("id").asString())
            .isEqualTo(id);
        assertThat(
                body.path("messages")
                    .path(2)
                    .path("content")
                    .path(0)
                    .path("tool_use_id")
                    .asString())
            .isEqualTo(id);
        assertThat(body.path("max_tokens").asInt()).isEqualTo(77);
        assertThat(vendor.asked().getFirst().headers()).containsKey("anthropic-version");
      }
      case GEMINI -> {
        assertThat(body.path("systemInstruction").toString()).contains("terse");
        assertThat(
                body.path("contents")
                    .path(1)
                    .path("parts")
                    .path(1)
                    .path("functionCall")
                    .path("args"))
            .isEqualTo(JsonTree.of(london));
        assertThat(
                body.path("contents")
                    .path(2)
                    .path("parts")
                    .path(0)
                    .path("functionResponse")
                    .path("name")
                    .asString())
            .isEqualTo("get_weather");
        assertThat(body.path("generationConfig").path("maxOutputTokens").asInt()).isEqualTo(77);
      }
      case OLLAMA -> {
        assertThat(
                body.path("messages")
                    .path(2)
                    .path("tool_calls")
                    .path(0)
                    .path("function")
                    .path("arguments"))
            .isEqualTo(JsonTree.of(london));
        assertThat(body.path("messages").path(3).path("role").asString()).isEqualTo("tool");
        assertThat(body.path("options").path("num_predict").asInt()).isEqualTo(77);
        assertThat(body.path("options").path("num_ctx").asInt()).isEqualTo(32_000);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void the_key_goes_into_the_header_that_is_for_it_and_nowhere_else(Vendor kind) throws Exception {
    vendor.answers(stream(kind.answer("text")));
    ask(kind, request("{}", new Step.Input("Hello?")), new ArrayList<>());

    StandInVendor.Asked asked = vendor.asked().getFirst();
    assertThat(asked.path() + asked.body()).doesNotContain("canary");
    List<String> with =
        asked.headers().entrySet().stream()
            .filter(header -> header.getValue().contains("canary-key-1"))
            .map(java.util.Map.Entry::getKey)
            .toList();
    assertThat(with)
        .isEqualTo(
            switch (kind) {
              case OPENAI -> List.of("authorization");
              case ANTHROPIC -> List.of("x-api-key");
              case GEMINI -> List.of("x-goog-api-key");
              case OLLAMA -> List.of();
            });
  }
}

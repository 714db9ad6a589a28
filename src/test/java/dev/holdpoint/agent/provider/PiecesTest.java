package dev.holdpoint.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.json.JsonTree;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small functions that a request and its attempts are made of. */
class PiecesTest {
  private static final Instant NOW = Instant.parse("2015-10-21T07:28:00Z");

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, -",
        "-, 20, 20000",
        "-, 1.5, 1500",
        "250, 20, 250",
        "soon, 2, 2000",
        "-, 'Wed, 21 Oct 2015 07:28:30 GMT', 30000",
        "-, 'Wed, 21 Oct 2015 07:00:00 GMT', 0",
        "-, -5, -",
        "-, tomorrow, -"
      })
  void how_long_a_vendor_wants_to_be_left_alone(
      @Nullable String millis, @Nullable String header, @Nullable Long wanted) {
    assertThat(RetryAfter.millis(millis, header, NOW)).isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "1, -, 0, 250",
        "1, -, 1, 500",
        "2, -, 1, 1000",
        "3, -, 0, 1000",
        "9, -, 1, 20000",
        "1, 3000, 0, 3000",
        "1, 3000, 1, 3300",
        "1, 9999999, 1, 60500"
      })
  void the_time_between_attempts_doubles_and_is_spread(
      int failed, @Nullable Long asked, double chance, long wanted) {
    assertThat(Backoff.beforeNext(failed, asked, chance)).isEqualTo(wanted);
  }

  @Test
  void a_name_that_fits_stays_and_any_other_is_told_apart() {
    assertThat(ProviderNames.tool("read_file")).isEqualTo("read_file");
    assertThat(ProviderNames.tool("a.b"))
        .matches("a_b_[0-9a-f]{12}")
        .isNotEqualTo(ProviderNames.tool("a/b"));
    assertThat(ProviderNames.tool("x".repeat(65))).hasSize(64);
    assertThat(ProviderNames.tool("日本")).matches("[a-zA-Z0-9_-]{1,64}");
    assertThat(ProviderNames.id("call_1")).isEqualTo("call_1");
    assertThat(ProviderNames.id("run_01M7EP4AKH0000F3ZBANCQVE8E.call_2_1"))
        .hasSizeLessThanOrEqualTo(40);
    ProviderNames names = new ProviderNames();
    names.of(List.of(new ModelRequest.ToolSpec("a.b", "", Json.EMPTY_OBJECT)));
    assertThat(names.meant(ProviderNames.tool("a.b"))).isEqualTo("a.b");
    assertThat(names.meant("made_up")).isEqualTo("made_up");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object','properties':{},'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':'string'}},'required':['a'],"
            + "'additionalProperties':false}"
      })
  void a_schema_that_leaves_nothing_open_is_strict(String schema) throws Exception {
    assertThat(StrictSchema.is(JsonTree.read(schema.replace('\'', '"')))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'type':'array'}",
        "{'type':'object'}",
        "{'type':'object','properties':{'a':{}},'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':'object'}},'required':['a'],"
            + "'additionalProperties':false}"
      })
  void any_other_is_not(String schema) throws Exception {
    assertThat(StrictSchema.is(JsonTree.read(schema.replace('\'', '"')))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain words", "漢字かな交じり文", "👩‍👩‍👧 family", "{\"a\":[1,2,3]}", "été"})
  void a_text_that_is_cut_fits_says_so_and_splits_no_character(String text) {
    String all = text.repeat(400);
    for (long tokens = 20; tokens < 400; tokens += 7) {
      String cut = Cut.to(all, tokens);
      assertThat(TokenEstimate.of(cut)).isLessThanOrEqualTo(tokens);
      assertThat(cut).contains("characters omitted");
      assertThat(
              new String(
                  cut.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                  java.nio.charset.StandardCharsets.UTF_8))
          .isEqualTo(cut);
    }
    assertThat(Cut.to(text, 1_000)).isEqualTo(text);
  }

  @Test
  void what_is_remembered_takes_no_more_than_its_share() {
    StringBuilder entries = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      entries
          .append(i == 0 ? "" : ",")
          .append("{\"kind\":\"fact\",\"content\":\"")
          .append("m".repeat(300))
          .append(i)
          .append("\"}");
    }
    Json many = new Json("{\"entries\":[" + entries + "],\"truncated\":false}");
    ModelRequest request =
        new ModelRequest(
            () -> "Be kind.",
            List.of(new Step.Input("hi")),
            List::of,
            List.of(),
            Json.EMPTY_OBJECT,
            () ->
                new ModelRequest.Context(
                    new Json("[{\"name\":\"deploy\",\"description\":\"How to deploy.\"}]"),
                    many,
                    new Json("{\"entries\":[],\"truncated\":false}")),
            ModelRequest.Enclosures.NONE,
            dev.holdpoint.agent.model.Wiretap.NONE);
    String text = SystemText.of(request, null, 8_000);
    assertThat(text)
        .startsWith("Be kind.")
        .contains("- deploy: How to deploy.", "# What was learned before")
        .doesNotContain("Earlier work");
    assertThat(TokenEstimate.of(text)).isBetween(800L, 1_100L);
  }
}

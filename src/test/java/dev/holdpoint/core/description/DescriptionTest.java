package dev.holdpoint.core.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DescriptionTest {
  static Stream<JsonNode> rows() {
    return Described.table().stream();
  }

  static Stream<JsonNode> risks() {
    return Described.risks().stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  @DisplayName("PG-01 titles and risks are those of the table")
  void titles_and_risks_are_those_of_the_table(JsonNode row) {
    if (row.has("questions")) {
      AskedQuestion said = AskedQuestion.of(texts(row.get("questions")), texts(row.get("options")));
      assertThat(said.title()).isEqualTo(row.get("title").stringValue());
      assertThat(said.summary()).isEqualTo(row.get("summary").stringValue());
      return;
    }
    Description said = Description.of(Described.asked(row));
    assertThat(said.title()).isEqualTo(row.get("title").stringValue());
    assertThat(said.risk().level().wire()).isEqualTo(row.get("level").stringValue());
    assertThat(said.risk().codes()).isEqualTo(texts(row.get("codes")));
    if (row.has("kind")) {
      assertThat(said.kind().wire()).isEqualTo(row.get("kind").stringValue());
    }
    if (row.has("summary")) {
      assertThat(said.summary()).isEqualTo(row.get("summary").stringValue());
    }
  }

  private static List<String> texts(JsonNode all) {
    List<String> texts = new ArrayList<>();
    all.forEach(one -> texts.add(one.stringValue()));
    return texts;
  }

  @ParameterizedTest
  @MethodSource("risks")
  @DisplayName("PG-05 each code is found in an example and not in a near miss")
  void a_code_is_found_in_its_example_and_not_in_a_near_miss(JsonNode row) {
    String code = row.get("code").stringValue();
    String tool = row.get("tool").stringValue();
    CallRisk risk = Description.of(Asked.of(tool, Described.input(row.get("input")))).risk();
    assertThat(risk.codes()).contains(code);
    RiskReason reason =
        risk.reasons().stream()
            .filter(one -> one.code().wire().equals(code))
            .findFirst()
            .orElseThrow();
    assertThat(risk.level().compareTo(reason.level())).isNotNegative();
    if (row.has("marked")) {
      String text = Described.at(row.get("input"), String.valueOf(reason.pointer()));
      assertThat(text.substring(number(reason.start()), number(reason.end())))
          .isEqualTo(row.get("marked").stringValue());
    }
    String other = row.path("near_miss_tool").stringValue(tool);
    assertThat(
            Description.of(Asked.of(other, Described.input(row.get("near_miss")))).risk().codes())
        .doesNotContain(code);
  }

  private static int number(@Nullable Integer place) {
    return Objects.requireNonNull(place);
  }

  @Test
  @DisplayName("PG-05 no code is without an example")
  void each_code_has_an_example() {
    Set<RiskCode> left = EnumSet.allOf(RiskCode.class);
    left.removeIf(RiskCode::isSaid);
    Described.risks()
        .forEach(row -> left.remove(RiskCode.of(row.get("code").stringValue()).orElseThrow()));
    assertThat(left).isEmpty();
  }

  @Test
  @DisplayName("docs/risk.md lists every code, as the code says")
  void the_document_lists_every_code() throws IOException {
    Path document = Path.of("docs/risk.md");
    if (Boolean.getBoolean("update.golden")) {
      Files.writeString(document, RiskCode.document());
    }
    assertThat(document).hasContent(RiskCode.document());
  }

  @Test
  @DisplayName("PG-06 the asker raises, a policy's low lowers normal and not high")
  void what_is_said_of_the_risk_raises_it_and_a_policy_lowers_what_is_normal() {
    assertThat(risk("make", null, null)).isEqualTo("normal []");
    assertThat(risk("make", RiskLevel.HIGH, null)).isEqualTo("high [declared]");
    assertThat(risk("ls", RiskLevel.NORMAL, null)).isEqualTo("normal []");
    assertThat(risk("rm -r x", RiskLevel.NORMAL, null)).isEqualTo("high [delete_recursive]");
    assertThat(risk("make", null, RiskLevel.LOW)).isEqualTo("low [policy]");
    assertThat(risk("rm -r x", null, RiskLevel.LOW)).isEqualTo("high [delete_recursive]");
    assertThat(risk("ls", null, RiskLevel.HIGH)).isEqualTo("high [policy]");
    assertThat(risk("make", RiskLevel.HIGH, RiskLevel.LOW)).isEqualTo("high [declared]");
  }

  private static String risk(
      String command, @Nullable RiskLevel declared, @Nullable RiskLevel policy) {
    CallRisk risk =
        Description.of(
                new Asked(
                    "bash",
                    members(Map.of("command", new CallValue.Text(command))),
                    null,
                    "",
                    null,
                    null,
                    null,
                    null,
                    declared,
                    policy))
            .risk();
    return risk.level().wire() + " " + risk.codes();
  }

  @Test
  @DisplayName("PG-06 what was noted stays, whatever a later reading finds")
  void what_was_noted_stays() {
    Description now = Description.of(asked("bash", "command", "rm -rf x"));
    RiskNote then = new RiskNote(RiskLevel.NORMAL, List.of("secret_used", "of_another_version"));
    CallRisk kept = now.as(then).risk();
    assertThat(kept.level()).isEqualTo(RiskLevel.NORMAL);
    assertThat(kept.codes()).containsExactly("secret_used");
    assertThat(now.as(now.risk().note()).risk()).isEqualTo(now.risk());
  }

  @Test
  @DisplayName("PG-07 an asker's title stands for kind other alone")
  void an_askers_title_stands_for_other_tools_alone() {
    assertThat(titled("deploy", "service", "Ship it")).isEqualTo("Ship it");
    assertThat(titled("bash", "command", "Ship it")).isEqualTo("Run x");
    assertThat(titled("deploy", "service", "{\"a\":1}")).isEqualTo("deploy: x");
    assertThat(titled("deploy", "service", "[Allow]\u202e now")).isEqualTo("deploy: x");
    assertThat(titled("deploy", "service", "Allow\u202e now")).isEqualTo("Allow⟨RLO⟩ now");
  }

  @Test
  @DisplayName("PG-01 no title is JSON, and words in brackets are words")
  void no_title_is_json() {
    assertThat(items("{\"action\":\"pay\"} now")).isEqualTo("Approve a request");
    assertThat(items("[ {\"action\": 1}]")).isEqualTo("Approve a request");
    assertThat(items("[Prod] Pay invoice 7. Now.")).isEqualTo("[Prod] Pay invoice 7");
    assertThat(question("{\"text\":\"Which?\"}")).isEqualTo("Question");
    assertThat(question("[1] or [2]?")).isEqualTo("[1] or [2]?");
  }

  private static String items(String reason) {
    List<Asked.Item> items = List.of(new Asked.Item("action", "a", null));
    return Description.of(
            new Asked(
                "request_approval",
                members(Map.of()),
                null,
                reason,
                null,
                items,
                null,
                null,
                null,
                null))
        .title();
  }

  private static String question(String text) {
    return AskedQuestion.of(List.of(text), List.of()).title();
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.example.com/x, POST to api.example.com/x",
    "https://\u0430\u0440\u0440\u04cf\u0435.com/x, POST to xn--80ak6aa92e.com/x",
    "https://\u0430pi.example.com:8443/x, POST to xn--pi-6kc.example.com:8443/x",
    "https://stra\u00dfe.example/x, POST to stra\u00dfe.example/x",
    "https://\u0430\u202e.com/x, POST to \u0430⟨RLO⟩.com/x",
    "https://api.example.com@evil.example/x, POST to evil.example/x",
  })
  @DisplayName("PG-01 letters that pass for those of another host are shown in ASCII")
  void letters_that_pass_for_others_are_shown_in_ascii(String url, String title) {
    assertThat(Description.of(request(url)).title()).isEqualTo(title);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://\uff11\uff12\uff17\u30020\uff0e0.1/",
        "https://\u24db\u24de\u24d2alhost/",
        "https://10\u30020\u30020\u30025/"
      })
  @DisplayName("PG-05 an address in other letters leads to the same machine")
  void an_address_in_other_letters_is_private(String url) {
    assertThat(Description.of(request(url)).risk().codes()).contains("private_address");
  }

  private static Asked request(String url) {
    return Asked.of(
        "http_request",
        members(Map.of("method", new CallValue.Text("POST"), "url", new CallValue.Text(url))));
  }

  private static String titled(String tool, String member, String title) {
    Asked plain = asked(tool, member, "x");
    return Description.of(
            new Asked(tool, plain.input(), null, "", null, null, null, title, null, null))
        .title();
  }

  @Test
  @DisplayName("PG-03 a stock sentence is no why; words behind it are, and else the model's")
  void a_stock_sentence_is_no_why() {
    assertThat(why("bash", "The agent wants to run a command.", null)).isNull();
    assertThat(why("bash", "The agent wants to run a command in the folder src.", null)).isNull();
    assertThat(why("bash", "The agent wants to run a command.", "I clean up."))
        .isEqualTo("I clean up.");
    assertThat(why("mcp__a__b", "The agent wants to use mcp__a__b (definition 0a1b).", null))
        .isNull();
    assertThat(why("hook:codex/Bash", "Codex wants to use Bash in /src, mode plan.", null))
        .isNull();
    assertThat(why("Bash", "Claude Code wants to use Bash in /src: Lists files", null))
        .isEqualTo("Lists files");
    assertThat(why("bash", "We clean up before the release.", "Other"))
        .isEqualTo("We clean up before the release.");
    assertThat(why("deploy", "The agent wants to use the vendor's API.", null)).isNotNull();
  }

  private static @Nullable String why(String tool, String reason, @Nullable String said) {
    Asked plain = asked(tool, "a", "x").because(reason);
    return Description.of(
            new Asked(tool, plain.input(), null, reason, said, null, null, null, null, null))
        .why();
  }

  @Test
  @DisplayName("PG-04 an input of a mebibyte has a short title")
  void an_input_of_a_mebibyte_has_a_short_title() {
    for (String piece :
        List.of(
            "a;", "$(", "'", "`", "\"$(", "<<A ", "{", "x|", "rm -rf /\n", "\\", "🚀", "\ud800")) {
      String command = piece.repeat((1 << 20) / piece.length());
      holds(Description.of(asked("bash", "command", command)));
      holds(Description.of(asked("http_request", "url", "https://" + command)));
      holds(Description.of(asked("write_file", "path", command)));
      holds(Description.of(asked(command.substring(0, 4_000), "path", command).because(command)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 10_000})
  @DisplayName("PG-04 members however deep are read")
  void members_however_deep_are_read(int depth) {
    CallValue value = new CallValue.Text("a\u202eb");
    for (int i = 0; i < depth; i++) {
      value = members(Map.of("a" + i, value));
    }
    Description said = Description.of(Asked.of("deep", members(Map.of("a", value))));
    holds(said);
    assertThat(said.summary()).isEqualTo("a: {1}");
    assertThat(said.risk().codes()).contains("hidden_text");
  }

  @Test
  @DisplayName("PG-04 what hides is spelled out")
  void what_hides_is_spelled_out() {
    assertThat(Description.of(asked("bash", "command", "ls a\u202eb\ud800")).title())
        .isEqualTo("Run ls a⟨RLO⟩b⟨U+D800⟩");
    assertThat(Description.of(asked("other", "a", "b\u0000\u001b[2J\nc")).title())
        .isEqualTo("other");
  }

  @Test
  @DisplayName("PG-04 a name that others chose is one line, spelled out")
  void a_name_that_others_chose_is_one_line() {
    assertThat(Description.name("Claude\u202e\nAllow")).isEqualTo("Claude⟨RLO⟩ Allow");
    assertThat(Description.name("x".repeat(5_000))).hasSize(100);
    assertThat(Description.name("\n ")).isNull();
    assertThat(Description.name(null)).isNull();
    assertThat(Description.words("a\u2800\u034fb\ufff0")).isEqualTo("a⟨U+2800⟩⟨U+034F⟩b⟨U+FFF0⟩");
  }

  @Test
  @DisplayName("PG-05 a path of the asker's folder that goes up, or is too long, is outside")
  void a_path_that_cannot_be_followed_is_outside() {
    assertThat(PathSigns.isOutside("/w/a", "/w")).isFalse();
    assertThat(PathSigns.isOutside("/w/../a", "/w")).isTrue();
    assertThat(PathSigns.isOutside("/w/" + "a/".repeat(2_100), "/w")).isTrue();
    assertThat(PathSigns.isOutside("../".repeat(349_000) + "\n", "/w")).isTrue();
    assertThat(PathSigns.isOutside("a..b/..c/d..", "/w")).isFalse();
    assertThat(PathSigns.isOutside("a\\..", "/w")).isTrue();
  }

  @Test
  @DisplayName("PG-05 the place behind a link counts, and not only the path")
  void the_place_behind_a_link_counts() {
    Asked asked = asked("write_file", "path", "n/ci.yml");
    assertThat(Description.risk(asked, "src/ci.yml").codes()).isEmpty();
    assertThat(Description.risk(asked, ".github/workflows/ci.yml"))
        .isEqualTo(new RiskNote(RiskLevel.HIGH, List.of("sensitive_path")));
  }

  private static void holds(Description said) {
    assertThat(said.title()).hasSizeBetween(1, 100).doesNotContain("\n", "\u202e", "\ud800");
    assertThat(String.valueOf(said.summary())).hasSizeLessThanOrEqualTo(300).doesNotContain("\n");
    assertThat(String.valueOf(said.why())).hasSizeLessThanOrEqualTo(600);
    assertThat(said.facts().toString()).hasSizeLessThan(2_048);
    assertThat(said.risk().reasons()).hasSizeLessThanOrEqualTo(8);
  }

  private static Asked asked(String tool, String member, String text) {
    Map<String, CallValue> input =
        tool.equals("write_file")
            ? Map.of(member, new CallValue.Text(text), "content", new CallValue.Text(text))
            : Map.of(member, new CallValue.Text(text));
    return Asked.of(tool, members(input));
  }

  private static CallValue.Members members(Map<String, CallValue> all) {
    return new CallValue.Members(all);
  }
}

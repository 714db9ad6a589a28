package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands, differences and JSON as the page reads them, in the browser that shows them. */
class FormatTest extends BrowserTest {
  /** What requests wait for, with the daemon's words for it. */
  static final Path STANDINGS = Path.of("src/test/resources/standing/summaries.json");

  private static final String BASH = "format/bash.js";
  private static final String DIFF = "format/diff.js";
  private static final String JSON_PARTS = "format/json.js";
  private static final String SHAPE = "format/shape.js";

  private static String joined(JsonNode tokens) {
    StringBuilder all = new StringBuilder();
    tokens.forEach(token -> all.append(token.path("text").asString()));
    return all.toString();
  }

  /** The tokens of each, put together again. */
  private static List<String> joined(Page page, List<String> texts) {
    return moduleForEach(page, BASH, "tokens", texts.stream().map(List::of).toList())
        .valueStream()
        .map(FormatTest::joined)
        .toList();
  }

  /** What a command is made of, without the space between. */
  private static String read(JsonNode tokens) {
    List<String> all = new ArrayList<>();
    for (JsonNode token : tokens) {
      if (!token.path("kind").asString().equals("space")) {
        all.add(token.path("kind").asString() + " " + token.path("text").asString());
      }
    }
    return String.join(" · ", all).replace("\n", "⏎");
  }

  /** A standing as the API has it. */
  static Object asNumbers(JsonNode standing) {
    return asNumbers(JsonMapper.shared().convertValue(standing, Object.class));
  }

  /** A browser is given no long numbers. */
  private static Object asNumbers(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<Object, Object> copy = new HashMap<>();
        map.forEach((name, one) -> copy.put(name, asNumbers(one)));
        yield copy;
      }
      case List<?> list -> list.stream().map(FormatTest::asNumbers).toList();
      case Number number -> number.doubleValue();
      default -> value;
    };
  }

  // DX-27
  @Test
  void the_page_says_what_a_request_waits_for_in_the_daemons_words() throws IOException {
    JsonNode table = JsonMapper.shared().readTree(Files.readString(STANDINGS));
    List<List<Object>> calls = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (JsonNode one : table) {
      calls.add(List.of(asNumbers(one.path("standing")), one.path("now_ms").doubleValue()));
      expected.add(one.path("summary").stringValue());
    }
    List<String> said =
        moduleForEach(functions(), "format/standing.js", "summary", calls)
            .valueStream()
            .map(JsonNode::stringValue)
            .toList();
    assertThat(said).isEqualTo(expected);
  }

  @Test
  void commands_are_read_as_people_read_them() {
    Page page = functions();
    String[][] table = {
      {"git push -f origin", "command git · word push · option -f · word origin"},
      {"A=1 ls # all", "assignment A= · word 1 · command ls · comment # all"},
      {
        "a && b | c; d &",
        "command a · operator && · command b · operator | · command c · operator ;"
            + " · command d · operator &"
      },
      {
        "echo 'it is' \"$HOME/x\"",
        "command echo · string 'it is' · string \" · variable $HOME ·" + " string /x\""
      },
      {
        "x=$(date +%s)",
        "assignment x= · substitution $( · command date · word +%s ·" + " substitution )"
      },
      {
        "echo `id` ${A:-b}",
        "command echo · substitution ` · command id · substitution ` · variable" + " ${A:-b}"
      },
      {"make 2>&1 >log", "command make · redirection 2>& · target 1 · redirection > · target log"},
      {"diff <(a) b", "command diff · substitution <( · command a · substitution ) · word b"},
      {
        "cat <<E\nx $y\nE\nls",
        "command cat · redirection << · target E · heredoc x $y⏎ ·" + " redirection E · command ls"
      },
      {
        "if a; then b; fi",
        "keyword if · command a · operator ; · keyword then · command b ·"
            + " operator ; · keyword fi"
      },
      {"echo 'open", "command echo · string 'open"},
      {"echo \"open $(x", "command echo · string \"open  · substitution $( · command x"},
      {"a ) b", "command a · operator ) · command b"},
      {"", ""},
    };
    for (String[] row : table) {
      assertThat(read(module(page, BASH, "tokens", row[0]))).as(row[0]).isEqualTo(row[1]);
    }
  }

  @Test
  void no_command_is_too_broken_to_be_shown_to_the_letter() {
    Page page = functions();
    String[] parts = {
      "a",
      "-",
      "\"",
      "'",
      "`",
      "$",
      "(",
      ")",
      "{",
      "}",
      "<",
      ">",
      "<<",
      "E",
      "\n",
      " ",
      "\\",
      "|",
      "&",
      ";",
      "#",
      "=",
      "1",
      "$(",
      "${",
      "/",
      "\t",
      "é",
      "\u202e",
      "\uD83D\uDE00"
    };
    Random random = new Random(9);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(40); n > 0; n--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      texts.add(text.toString());
    }
    assertThat(joined(page, texts)).isEqualTo(texts);
    String deep = "echo \"$(".repeat(5_000) + "<<";
    assertThat(joined(module(page, BASH, "tokens", deep))).isEqualTo(deep);
  }

  @Test
  @DisplayName("PG-05 start and end cut exactly the marked words, also behind an emoji")
  void PG_05_the_marked_words_are_cut_exactly() {
    Page page = functions();
    String text = "echo 🚀 && rm -rf build && sudo ls";
    JsonNode tokens = module(page, BASH, "tokens", text);
    int rm = text.indexOf("rm -rf");
    int sudo = text.indexOf("sudo");
    JsonNode found =
        module(
            page,
            "format/underline.js",
            "underlined",
            JSON.convertValue(tokens, List.class),
            List.of(
                Map.of("start", rm, "end", rm + 6, "message", "Deletes"),
                Map.of("start", sudo + 1, "end", sudo + 3, "message", "Other user")));
    assertThat(joined(found)).isEqualTo(text);
    StringBuilder marked = new StringBuilder();
    for (JsonNode piece : found) {
      if (piece.has("risk")) {
        marked.append(piece.path("text").asString());
      } else if (!marked.isEmpty() && marked.charAt(marked.length() - 1) != '|') {
        marked.append('|');
      }
    }
    assertThat(marked).hasToString("rm -rf|ud|");
  }

  private static String drawn(JsonNode rows) {
    List<String> all = new ArrayList<>();
    for (JsonNode row : rows) {
      StringBuilder line =
          new StringBuilder(
              switch (row.path("kind").asString()) {
                case "added" -> "+" + row.path("after").asInt();
                case "removed" -> "-" + row.path("before").asInt();
                case "gap" -> "~" + row.path("rows").size();
                default -> " " + row.path("before").asInt() + "," + row.path("after").asInt();
              });
      for (JsonNode part : row.path("parts")) {
        String text = part.path("text").asString();
        line.append(part.path("changed").asBoolean() ? "[" + text + "]" : "|" + text);
      }
      all.add(line + (row.path("open").asBoolean() ? "!" : ""));
    }
    return String.join("\n", all);
  }

  @Test
  void differences_are_those_that_a_person_would_name() {
    Page page = functions();
    String[][] table = {
      {"a\nb\nc\n", "a\nb\nc\n", " 1,1|a\n 2,2|b\n 3,3|c"},
      {"", "a\nb\n", "+1|a\n+2|b"},
      {"a\n", "", "-1|a"},
      {"", "", ""},
      {"a\nb\nc\n", "a\nc\n", " 1,1|a\n-2|b\n 3,2|c"},
      {"let x = 1;\n", "let y = 1;\n", "-1|let [x]| = 1;\n+1|let [y]| = 1;"},
      {"abc\n", "something else entirely\n", "-1|abc\n+1|something else entirely"},
      {"a\n", "a", "-1|a\n+1|a!"},
      {"one\ntwo\n", "zero\none\ntwo\n", "+1|zero\n 1,2|one\n 2,3|two"},
    };
    for (String[] row : table) {
      assertThat(drawn(module(page, DIFF, "diff", row[0], row[1])))
          .as(row[0] + " to " + row[1])
          .isEqualTo(row[2]);
    }
  }

  @Test
  void a_difference_has_both_texts_in_it_however_large() {
    Page page = functions();
    StringBuilder before = new StringBuilder();
    StringBuilder after = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      before.append("line ").append(i).append('\n');
      after.append(i % 7 == 0 ? "other " : "line ").append(i).append('\n');
    }
    JsonNode rows = module(page, DIFF, "diff", before.toString(), after.toString());
    for (Map.Entry<String, String> side :
        Map.of("removed", before.toString(), "added", after.toString()).entrySet()) {
      StringBuilder text = new StringBuilder();
      for (JsonNode row : rows) {
        if (row.path("kind").asString().equals("same")
            || row.path("kind").asString().equals(side.getKey())) {
          row.path("parts").forEach(part -> text.append(part.path("text").asString()));
          text.append('\n');
        }
      }
      assertThat(text.toString()).isEqualTo(side.getValue());
    }
  }

  @Test
  void words_are_compared_where_that_is_quick() {
    Page page = functions();
    String lines = "one two three four\n".repeat(1_000);
    JsonNode rows = module(page, DIFF, "diff", lines, lines.replace("two", "2"));
    assertThat(rows.get(0).path("parts")).hasSize(3);
    assertThat(rows.get(999).path("parts")).hasSize(1);
    String many = "a b ".repeat(400);
    JsonNode whole = module(page, DIFF, "diff", many, many.replace("a", "c"));
    assertThat(whole.get(0).path("parts")).hasSize(1);
  }

  @Test
  void long_stretches_without_a_change_are_folded() {
    Page page = functions();
    String same = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    JsonNode rows = module(page, DIFF, "diff", same + "x\n" + same, same + "y\n" + same);
    JsonNode folded = module(page, DIFF, "folded", JSON.convertValue(rows, List.class));
    assertThat(drawn(folded))
        .isEqualTo("~6\n 7,7|7\n 8,8|8\n 9,9|9\n-10|x\n+10|y\n 11,11|1\n 12,12|2\n 13,13|3\n~6");
  }

  @Test
  void json_is_told_in_few_words_and_cut_where_it_is_long() {
    Page page = functions();
    assertThat(module(page, JSON_PARTS, "brief", List.of(1, 2)).asString()).isEqualTo("[2 items]");
    assertThat(module(page, JSON_PARTS, "brief", Map.of("a", 1)).asString()).isEqualTo("{a}");
    assertThat(module(page, JSON_PARTS, "cut", "short").isNull()).isTrue();
    assertThat(module(page, JSON_PARTS, "cut", "x\n".repeat(20)).asString())
        .isEqualTo("x\n".repeat(11) + "x");
    assertThat(module(page, JSON_PARTS, "cut", "y".repeat(599) + "\uD83D\uDE00z").asString())
        .isEqualTo("y".repeat(599));
    assertThat(module(page, JSON_PARTS, "parsed", "{\"a\":").path("problem").asString())
        .startsWith("This is not JSON");
    assertThat(module(page, JSON_PARTS, "parsed", "[1]").path("problem").asString())
        .contains("object");
    Object numbers = Map.of("a", List.of(1.5, 1e20, 0.001), "b", Map.of("c", 0.12345678901234568));
    assertThat(module(page, JSON_PARTS, "rounded", numbers).valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrder("a.1", "b.c");
  }

  @Test
  void inputs_are_known_by_their_members() {
    Page page = functions();
    Object[][] table = {
      {"bash", Map.of("command", "ls"), "command"},
      {"Bash", Map.of("cmd", "ls"), "command"},
      {"search", Map.of("cmd", "ls"), "json"},
      {"write_file", Map.of("path", "a", "content", "b"), "write"},
      {"Write", Map.of("file_path", "a", "content", "b"), "write"},
      {"Edit", Map.of("file_path", "a", "old_string", "b", "new_string", "c"), "edit"},
      {"edit_file", Map.of("path", "a", "old", "b", "new", "c"), "edit"},
      {
        "MultiEdit",
        Map.of("file_path", "a", "edits", List.of(Map.of("old_string", "b", "new_string", "c"))),
        "edit"
      },
      {"MultiEdit", Map.of("file_path", "a", "edits", List.of(Map.of("x", 1))), "json"},
      {"http_request", Map.of("method", "GET", "url", "https://x"), "http"},
      {"other", Map.of("a", 1), "json"},
      {"other", List.of(1), "json"},
    };
    for (Object[] row : table) {
      assertThat(module(page, SHAPE, "shape", row[0], row[1]).path("kind").asString())
          .as(row[0] + " " + row[1])
          .isEqualTo(row[2]);
    }
  }

  @Test
  void what_an_edit_says_beside_its_texts_is_kept_to_be_shown() {
    Page page = functions();
    Object edits = List.of(Map.of("old", "b", "new", "c", "path", "/etc/passwd"));
    JsonNode several =
        module(page, SHAPE, "shape", "edit_file", Map.of("path", "a", "edits", edits));
    assertThat(several.at("/changes/0/rest/path").asString()).isEqualTo("/etc/passwd");

    Map<String, Object> one = new HashMap<>(Map.of("path", "a", "old", "b", "new", "c"));
    one.put("replace_all", "true");
    JsonNode text = module(page, SHAPE, "shape", "edit_file", one);
    assertThat(text.at("/rest/replace_all").asString()).isEqualTo("true");
    one.put("replace_all", true);
    JsonNode sign = module(page, SHAPE, "shape", "edit_file", one);
    assertThat(sign.at("/changes/0/all").asBoolean()).isTrue();
    assertThat(sign.path("rest")).isEmpty();
  }
}

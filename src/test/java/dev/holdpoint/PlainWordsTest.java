package dev.holdpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Everything that users read is plain English: messages and help (string literals of the program),
 * the page, the API document and the documents. A text that fails here needs a noun in place of the
 * word: the caller, the agent, a person; "they" for people; software receives, sends and reads.
 */
final class PlainWordsTest {
  private static final Pattern RETIRED =
      Pattern.compile(
          "\\b(?:who(?:m)?ever|somebody|besides|mend(?:s|ed|ing)?|the like|sees? to|seen to"
              + "|for good|so many|that is to|the rest|he|his|him|himself|hears?|tells?|knows"
              + "|wish(?:es)?|(?:is|are|was|were|be|been) told)\\b",
          Pattern.CASE_INSENSITIVE);

  /** Places that keep their words, and why. */
  private static final Map<String, String> KEPT =
      Map.of("docs/decisions.md", "dated records of past decisions are not rewritten");

  @Test
  void messages_of_the_program() throws IOException {
    assertThat(found(List.of(Path.of("src/main/java")), ".java")).isEmpty();
  }

  @Test
  void the_page() throws IOException {
    List<Path> page =
        List.of(Path.of("src/main/resources/web"), Path.of("src/main/resources/web-docs"));
    assertThat(found(page, ".js")).isEmpty();
    assertThat(found(page, ".html")).isEmpty();
    assertThat(found(page, ".webmanifest")).isEmpty();
  }

  @Test
  void the_documents_and_the_api_document() throws IOException {
    assertThat(found(List.of(Path.of("docs")), ".md")).isEmpty();
    assertThat(found(List.of(Path.of("docs")), ".json")).isEmpty();
    assertThat(found(List.of(Path.of("README.md"), Path.of("CONTRIBUTING.md")), ".md")).isEmpty();
  }

  @Test
  void texts_are_found_in_literals_and_nowhere_else() {
    String java =
        """
        // somebody
        /* whoever */ char quote = '"'; int he = 1;
        String one = "Waits for the \\"like\\" of " + "somebody" + he + "; tells";
        """;
    assertThat(Prose.of(Path.of("A.java"), java).stream().map(Prose::text))
        .containsExactly("Waits for the \\\"like\\\" of somebody", "; tells");

    String script =
        """
        // somebody's
        const told = /['`]/.test(wish) ? 'a text' : `one ${he ? html`<b>two words</b>` : "three of them"} four`;
        return /[",]/.test(told);
        """;
    assertThat(Prose.of(Path.of("a.js"), script).stream().map(Prose::text))
        .containsExactlyInAnyOrder(
            "a text", "<b>two words</b>", "three of them", "one \u0000 four");
  }

  private static List<String> found(List<Path> places, String ending) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path place : places) {
      try (Stream<Path> files = Files.walk(place)) {
        for (Path file : files.filter(one -> one.toString().endsWith(ending)).sorted().toList()) {
          if (!KEPT.containsKey(file.toString())) {
            search(file, found);
          }
        }
      }
    }
    return found;
  }

  private static void search(Path file, List<String> found) throws IOException {
    for (Prose prose : Prose.of(file, Files.readString(file))) {
      Matcher word = RETIRED.matcher(prose.text().replaceAll("\\s+", " "));
      while (word.find()) {
        found.add("%s:%d: \"%s\"".formatted(file, prose.line(), word.group()));
      }
    }
  }

  /** A text in a file, and the line on which it begins. */
  private record Prose(int line, String text) {
    static List<Prose> of(Path file, String source) {
      String name = file.toString();
      if (name.endsWith(".java") || name.endsWith(".js")) {
        // One word alone is a name, a key or a value of the wire.
        return new Literals(source, name.endsWith(".js"))
            .all().stream().filter(one -> one.text().strip().contains(" ")).toList();
      }
      List<Prose> lines = new ArrayList<>();
      String[] all = source.split("\n", -1);
      for (int i = 0; i < all.length; i++) {
        // A phrase may go on in the next line.
        lines.add(
            new Prose(i + 1, i + 1 < all.length ? all[i] + " " + firstWord(all[i + 1]) : all[i]));
      }
      return lines;
    }

    private static String firstWord(String line) {
      return line.strip().split(" ", 2)[0];
    }
  }

  /** Reads the string literals of a Java or JavaScript source; neither comments nor code. */
  private static final class Literals {
    private final String source;
    private final boolean script;
    private final List<Prose> found = new ArrayList<>();
    private int at;

    Literals(String source, boolean script) {
      this.source = source;
      this.script = script;
    }

    List<Prose> all() {
      code(false);
      return found;
    }

    /** To the end of the source, or behind the brace that ends an expression of a template. */
    private void code(boolean nested) {
      int depth = 0;
      while (at < source.length()) {
        char here = source.charAt(at);
        if (source.startsWith("//", at)) {
          at = behind("\n");
        } else if (source.startsWith("/*", at)) {
          at = behind("*/");
        } else if (source.startsWith("\"\"\"", at) && !script) {
          block();
        } else if (here == '"' || (script && here == '\'')) {
          literal(here);
        } else if (here == '\'') {
          quoted(here);
        } else if (here == '`' && script) {
          template();
        } else if (here == '/' && script && beginsPattern()) {
          pattern();
        } else if (here == '}' && nested && depth == 0) {
          at++;
          return;
        } else {
          depth += here == '{' ? 1 : (here == '}' ? -1 : 0);
          at++;
        }
      }
    }

    /** Literals that are joined by a plus are one text. */
    private void literal(char quote) {
      int line = line();
      StringBuilder text = new StringBuilder(quoted(quote));
      Matcher next = Pattern.compile("\\s*\\+\\s*" + quote + "(?!\"\")").matcher(source);
      while (next.region(at, source.length()).lookingAt()) {
        at = next.end() - 1;
        text.append(quoted(quote));
      }
      found.add(new Prose(line, text.toString()));
    }

    private String quoted(char quote) {
      int from = ++at;
      while (source.charAt(at) != quote) {
        at += source.charAt(at) == '\\' ? 2 : 1;
      }
      return source.substring(from, at++);
    }

    private void block() {
      int line = line();
      int from = at + 3;
      at = from;
      while (!source.startsWith("\"\"\"", at)) {
        at += source.charAt(at) == '\\' ? 2 : 1;
      }
      found.add(new Prose(line, source.substring(from, at)));
      at += 3;
    }

    private void template() {
      int line = line();
      StringBuilder text = new StringBuilder();
      at++;
      while (source.charAt(at) != '`') {
        if (source.startsWith("${", at)) {
          at += 2;
          code(true);
          text.append('\0');
        } else {
          int length = source.charAt(at) == '\\' ? 2 : 1;
          text.append(source, at, at + length);
          at += length;
        }
      }
      at++;
      found.add(new Prose(line, text.toString()));
    }

    /** A slash divides behind a value, and begins a regular expression elsewhere. */
    private boolean beginsPattern() {
      String before = source.substring(Math.max(0, at - 20), at).stripTrailing();
      return before.isEmpty()
          || "=(,:[!&|?{};>".indexOf(before.charAt(before.length() - 1)) >= 0
          || before.matches("(?s)(.*\\W)?return");
    }

    private void pattern() {
      boolean inClass = false;
      at++;
      while (source.charAt(at) != '/' || inClass) {
        char here = source.charAt(at);
        inClass = here == '[' || (inClass && here != ']');
        at += here == '\\' ? 2 : 1;
      }
      at++;
    }

    private int behind(String end) {
      int place = source.indexOf(end, at);
      return place < 0 ? source.length() : place + end.length();
    }

    private int line() {
      return (int) source.substring(0, at).chars().filter(one -> one == '\n').count() + 1;
    }
  }
}

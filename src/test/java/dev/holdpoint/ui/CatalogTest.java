package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All words of the page are in its catalogs, and both catalogs have the same. */
class CatalogTest {
  private static final Path PAGE = Path.of("src/main/resources/web");
  private static final Pattern USED =
      Pattern.compile("(?<![\\w.])(?:t|has)\\(\\s*(?:'([^']+)'|`([\\w.]+)\\$\\{[^`]*`)");

  /** Every module but the catalogs, with its path. */
  private static Map<String, String> modules() throws IOException {
    try (Stream<Path> files = Files.walk(PAGE)) {
      return files
          .filter(file -> file.toString().endsWith(".js"))
          .collect(
              Collectors.toMap(
                  file -> PAGE.relativize(file).toString().replace('\\', '/'),
                  CatalogTest::read,
                  (one, _) -> one,
                  TreeMap::new))
          .entrySet()
          .stream()
          .filter(module -> !module.getKey().startsWith("i18n/"))
          .collect(
              Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, _) -> a, TreeMap::new));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("PG-70 no word of the page stands outside its catalogs")
  void PG_70_no_literal() throws IOException {
    List<String> found = new ArrayList<>();
    modules()
        .forEach(
            (path, module) ->
                PageSource.literals(module).forEach(words -> found.add(path + ": " + words)));
    assertThat(found).isEmpty();
  }

  // Without JavaScript there is no catalog: the document says what it says in both languages.
  @Test
  void PG_70_the_document_has_no_word_that_is_not_in_both_catalogs() throws IOException {
    Set<String> english = new TreeSet<>(Catalog.of("en").texts());
    Set<String> german = new TreeSet<>(Catalog.of("de").texts());
    for (String words : PageSource.markup(Files.readString(PAGE.resolve("index.html")))) {
      assertThat(english.contains(words) || german.contains(words)).as(words).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "html`<p>Planted words</p>`",
        "html`<p>${t('a.b.c')} planted</p>`",
        "html`<p>${html`<b>planted</b>`}</p>`",
        "html`<button aria-label=\"Planted\"></button>`",
        "html`<input placeholder=\"planted\">`",
        "html`<hp-diff .before=${x} label=\"Planted\"></hp-diff>`",
        "html`<p title=${isIt ? 'Planted words' : t('a.b.c')}></p>`",
        "announce('Planted.')",
        "announce(`Planted ${count} rows`)",
        "const word = `${count} planted rows`;",
        "return count > 1 ? 'planted words here' : '';",
        "const STATES = { queued: 'Planted' };"
      })
  void PG_70_a_planted_literal_is_found(String module) {
    assertThat(PageSource.literals(module)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "html`<p class=\"faint wide\">${t('a.b.c')}</p>`",
        "html`<code>rm -rf</code> <kbd>Ctrl</kbd>`",
        "const path = `/v1/runs/${id}`; // Words of a comment",
        "if (/Planted words/.test(text)) throw new Error('Planted words');",
        "element.className = 'card wide open';",
        "html`<a href=\"/ui/rules\">Holdpoint</a>`"
      })
  void what_is_no_word_is_left_alone(String module) {
    assertThat(PageSource.literals(module)).isEmpty();
  }

  @Test
  @DisplayName("PG-70 every key that is used is there, and none is there for nothing")
  void PG_70_keys() throws IOException {
    Set<String> keys = Catalog.of("en").keys();
    Set<String> used = new TreeSet<>();
    Set<String> beginnings = new TreeSet<>(Set.of("daemon.", "app.document."));
    List<String> missing = new ArrayList<>();
    Map<String, String> all = modules();
    all.put("i18n/i18n.js", Files.readString(PAGE.resolve("i18n/i18n.js")));
    all.forEach(
        (path, module) -> {
          for (MatchResult use : USED.matcher(module).results().toList()) {
            if (use.group(2) != null) {
              beginnings.add(use.group(2));
            } else if (keys.contains(use.group(1))) {
              used.add(use.group(1));
            } else {
              missing.add(path + ": " + use.group(1));
            }
          }
        });
    assertThat(missing).isEmpty();
    assertThat(keys)
        .filteredOn(key -> !used.contains(key) && beginnings.stream().noneMatch(key::startsWith))
        .isEmpty();
    assertThat(beginnings).allMatch(one -> keys.stream().anyMatch(key -> key.startsWith(one)));
  }

  @Test
  @DisplayName("PG-70 every key of en.js is in de.js with the same placeholders")
  void PG_70_both_languages_have_the_same() throws IOException {
    Catalog english = Catalog.of("en");
    Catalog german = Catalog.of("de");
    assertThat(german.keys()).isEqualTo(english.keys());
    for (String key : english.keys()) {
      assertThat(german.placeholders(key)).as(key).isEqualTo(english.placeholders(key));
      assertThat(german.forms(key)).as(key).isNotEmpty().noneMatch(String::isBlank);
    }
  }

  @Test
  void keys_json_says_what_the_catalog_says() throws IOException {
    Catalog english = Catalog.of("en");
    for (JsonNode key : JsonMapper.shared().readTree(read(PAGE.resolve("keys.json")))) {
      if (!key.path("only").asString("").equals("terminal")) {
        assertThat(english.forms("parts.key." + key.path("id").asString()))
            .containsExactly(key.path("label").asString());
      }
    }
  }

  // What is known by the daemon's own words has to be said by the daemon.
  @Test
  void sentences_of_the_daemon_are_said_by_it() throws IOException {
    String said;
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/dev/holdpoint"))) {
      said =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(CatalogTest::read)
              .collect(Collectors.joining("\n"))
              .replaceAll("\"\\s*\\+\\s*\"", "")
              .replace("\\\"", "\"");
    }
    Catalog english = Catalog.of("en");
    for (String key : english.keys()) {
      if (key.startsWith("daemon.")) {
        for (String part : english.forms(key).getFirst().split("\\{\\w+}", -1)) {
          assertThat(said).as(key).contains(part);
        }
      }
    }
  }
}

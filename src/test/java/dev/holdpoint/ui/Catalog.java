package dev.holdpoint.ui;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words of the page in one language, as their files have them.
 *
 * @param all the forms of each key: one, or that for one and that for others
 */
record Catalog(Map<String, List<String>> all) {
  private static final Path FOLDER = Path.of("src/main/resources/web/i18n");
  private static final Pattern LINE = Pattern.compile("^ {2}'([^']+)': (.*),$");
  private static final Pattern FORM =
      Pattern.compile("'((?:[^'\\\\]|\\\\.)*)'|\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

  /** Fails on a line that it cannot read, and on a key that is there twice. */
  static Catalog of(String language) throws IOException {
    Map<String, List<String>> all = new TreeMap<>();
    try (Stream<Path> files = Files.list(FOLDER.resolve(language))) {
      for (Path file : files.sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          Matcher one = LINE.matcher(line);
          if (one.matches()) {
            if (all.put(one.group(1), written(one.group(2))) != null) {
              throw new IllegalStateException(one.group(1) + " is there twice");
            }
          } else if (line.startsWith("  '")) {
            throw new IllegalStateException("no line of a catalog: " + line);
          }
        }
      }
    }
    return new Catalog(all);
  }

  private static List<String> written(String value) {
    List<String> forms = new ArrayList<>();
    for (MatchResult form : FORM.matcher(value).results().toList()) {
      String text = form.group(1) == null ? form.group(2) : form.group(1);
      forms.add(text.replaceAll("\\\\(.)", "$1"));
    }
    return forms;
  }

  Set<String> keys() {
    return all.keySet();
  }

  List<String> forms(String key) {
    return all.getOrDefault(key, List.of());
  }

  List<String> texts() {
    return all.values().stream().flatMap(List::stream).toList();
  }

  /** What each text can be with values; without those that are little more than their values. */
  List<Pattern> patterns() {
    return texts().stream()
        .filter(text -> PLACEHOLDER.matcher(text).replaceAll("").matches(".*\\p{L}{2}.*"))
        .map(text -> Pattern.compile(any(text), Pattern.DOTALL))
        .toList();
  }

  private static String any(String text) {
    return Arrays.stream(text.split("\\{\\w+}", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining("(.+?)"));
  }

  Set<String> placeholders(String key) {
    Set<String> names = new TreeSet<>();
    for (String form : forms(key)) {
      PLACEHOLDER.matcher(form).results().forEach(found -> names.add(found.group(1)));
    }
    return names;
  }
}

package dev.holdpoint.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One version for all that is released together. */
final class VersionTest {
  private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git");
  private static final Pattern IN_POM =
      Pattern.compile("<artifactId>holdpoint[^<]*</artifactId>\\s*<version>([^<]*)");
  private static final Map<String, Pattern> PLACES =
      Map.of(
          "pom.xml", IN_POM,
          "package.json", Pattern.compile("(?m)^ {0,4}\"version\"\\s*:\\s*\"([^\"]*)\""),
          "pyproject.toml", Pattern.compile("(?m)^version\\s*=\\s*\"([^\"]*)\""),
          ".py", Pattern.compile("(?m)^(?:__version__|VERSION)\\s*=\\s*[\"']([^\"']*)"));

  /** That of the POM, which is what {@code holdpoint --version} says. */
  static String version() {
    try {
      return found(Files.readString(Path.of("pom.xml")), IN_POM);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String found(String text, Pattern place) {
    Matcher found = place.matcher(text);
    return found.find() ? found.group(1) : "";
  }

  @Test
  // KT-17
  void KT_17_every_file_of_the_tree_that_has_a_version_has_this_one() throws IOException {
    Map<String, String> others = new TreeMap<>();
    Set<String> seen = new TreeSet<>();
    Files.walkFileTree(
        Path.of("").toAbsolutePath(),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes about) {
            return NOT_OURS.contains(String.valueOf(folder.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about)
              throws IOException {
            for (Map.Entry<String, Pattern> place : PLACES.entrySet()) {
              if (file.toString().endsWith(place.getKey())) {
                String version = found(Files.readString(file), place.getValue());
                seen.add(place.getKey());
                if (!version.isEmpty() && !version.equals(version())) {
                  others.put(file.toString(), version);
                }
              }
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(version()).matches("[0-9]+[.][0-9]+[.][0-9]+.*");
    assertThat(seen).contains("pom.xml", "package.json", ".py");
    assertThat(others).isEmpty();
    assertThat(OpenApiTest.DOCUMENT.at("/info/version").stringValue()).isEqualTo(version());
  }
}

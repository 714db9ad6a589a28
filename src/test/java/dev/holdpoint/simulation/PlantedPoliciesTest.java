package dev.holdpoint.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.holdpoint.chaos.Planted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Bugs in how votes are counted, stages open and held decisions end, put into the program itself,
 * are found. PG-27
 */
final class PlantedPoliciesTest {
  private static final int ENOUGH = 200;
  private static final Logger OURS = (Logger) LoggerFactory.getLogger("dev.holdpoint");
  private static @Nullable Level usual;

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void keep_the_log_quiet() {
    usual = OURS.getLevel();
    OURS.setLevel(Level.OFF);
  }

  @AfterAll
  static void let_the_log_speak_again() {
    OURS.setLevel(usual);
  }

  static Stream<Planted> bugs() throws IOException {
    return Planted.ofPolicies().stream();
  }

  @Test
  void there_are_those_that_are_named() throws IOException {
    assertThat(bugs().map(Planted::name))
        .containsExactlyInAnyOrder(
            "another decides what is held",
            "deadline ends what is held",
            "expiry told as denial",
            "former member counted",
            "held by a revoked token",
            "stage skipped",
            "vote counted twice");
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("bugs")
  void a_planted_bug_is_found(Planted bug) throws Exception {
    Path classes = bug.classes(folder);
    List<String> said = new Replaced(classes).violations(folder.resolve("workspaces"));
    assertThat(said)
        .as("what the checker says of \"%s\"", bug.name())
        .anyMatch(one -> bug.finds().matcher(one).find());
  }

  /** Schedules until one of them breaks a rule; the bugged classes call this. */
  static List<String> violations(Path workspaces) {
    for (long seed = 1; seed <= ENOUGH; seed++) {
      try {
        Simulation.run(seed, Plant.NONE, workspaces);
      } catch (Violation | AssertionError e) {
        return List.of(String.valueOf(e.getMessage()));
      }
    }
    return List.of();
  }

  /** The whole program again, with some classes taken from a folder. */
  private static final class Replaced extends ClassLoader {
    private final Path folder;

    Replaced(Path folder) {
      super(PlantedPoliciesTest.class.getClassLoader());
      this.folder = folder;
    }

    @SuppressWarnings("unchecked")
    List<String> violations(Path workspaces) throws ReflectiveOperationException {
      var method =
          loadClass(PlantedPoliciesTest.class.getName())
              .getDeclaredMethod("violations", Path.class);
      method.setAccessible(true);
      return (List<String>) method.invoke(null, workspaces);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.holdpoint.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      Path changed = folder.resolve(file);
      try (InputStream in =
          Files.exists(changed)
              ? Files.newInputStream(changed)
              : getParent().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}

package dev.holdpoint.blackbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/**
 * Stories about what a daemon still knows, and does, after kill -9. Each is a test, and all are
 * told at the same time to one daemon: to start one for each would take longer than to tell it.
 */
final class Stories {
  private final Path folder;
  private final Database database;
  private final List<String> arguments = new ArrayList<>();
  private final StringBuilder configuration = new StringBuilder();
  private final Map<String, Lives.Story> stories = new LinkedHashMap<>();
  private final List<AutoCloseable> props = new ArrayList<>();
  private @Nullable Map<String, CompletableFuture<Void>> told;

  Stories(Path folder, Database database) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.database = database;
    arguments.addAll(Arrays.asList(database.arguments()));
  }

  Database database() {
    return database;
  }

  /** A folder for what a story has besides the daemon. */
  Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  /** The daemon's command line so far. */
  String[] arguments() {
    return arguments.toArray(String[]::new);
  }

  /** Adds to the daemon's command line. */
  Stories with(String... more) {
    arguments.addAll(Arrays.asList(more));
    return this;
  }

  /** Adds to the daemon's configuration; a section comes from one place alone. */
  Stories configured(String yaml) {
    configuration.append(yaml);
    return this;
  }

  /** Something that is closed when all stories are over. */
  <T extends AutoCloseable> T prop(T prop) {
    props.add(prop);
    return prop;
  }

  Stories tell(String name, Lives.Story story) {
    if (stories.put(name, story) != null) {
      throw new IllegalArgumentException("there are two stories called " + name);
    }
    return this;
  }

  Stream<DynamicTest> tests() {
    return stories.keySet().stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> assertGoodEnd(name)));
  }

  private void assertGoodEnd(String name) throws Throwable {
    if (told == null) {
      told = tellAll();
    }
    CompletableFuture<Void> end = told.getOrDefault(name, new CompletableFuture<>());
    try {
      end.join();
    } catch (CompletionException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private Map<String, CompletableFuture<Void>> tellAll() throws Exception {
    Path config = Files.writeString(folder.resolve("stories.yaml"), configuration);
    with("--config", config.toString());
    Map<String, CompletableFuture<Void>> ends = new LinkedHashMap<>();
    try (MortalDaemon daemon = new MortalDaemon(folder, arguments())) {
      Lives lives = new Lives(daemon, stories.size());
      stories.forEach((name, story) -> ends.put(name, begin(story, lives)));
      CompletableFuture.allOf(ends.values().toArray(CompletableFuture[]::new))
          .exceptionally(_ -> null)
          .join();
    } finally {
      for (AutoCloseable prop : props) {
        prop.close();
      }
    }
    return ends;
  }

  private static CompletableFuture<Void> begin(Lives.Story story, Lives lives) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                Seed.campaign(() -> story.tell(lives));
                end.complete(null);
              } catch (Throwable fault) {
                end.completeExceptionally(fault);
              } finally {
                lives.leave();
              }
            });
    return end;
  }
}

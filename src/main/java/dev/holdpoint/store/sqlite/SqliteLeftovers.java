package dev.holdpoint.store.sqlite;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What processes that were killed have left of SQLite in the temporary folder. Only files of this
 * user are touched, under the names that the driver and {@link SqliteLibrary} give, and only those
 * that no process has loaded or is about to load.
 */
final class SqliteLeftovers {
  private static final Logger log = LoggerFactory.getLogger(SqliteLeftovers.class);

  private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  private static final Pattern LIBRARY =
      Pattern.compile("(sqlite-[0-9.]+-" + UUID + "-\\w*sqlitejdbc\\.(?:so|dylib))(?:\\.lck)?");

  /** One that is younger may be about to be loaded. */
  private static final Duration YOUNG = Duration.ofMinutes(10);

  /** The next start does the rest. */
  private static final int MOST_NAMES = 20_000;

  private static final int MOST_REMOVED = 500;

  private SqliteLeftovers() {}

  /** On a thread of its own: nobody waits for it. */
  static void removeBeside() {
    Thread.ofVirtual()
        .name("sqlite-leftovers")
        .start(
            () -> {
              try {
                int removed = remove(Path.of(System.getProperty("java.io.tmpdir")), Instant.now());
                if (removed > 0) {
                  log.info("removed {} files of SQLite from earlier starts", removed);
                }
              } catch (IOException | RuntimeException e) {
                log.debug("files from earlier starts could not be removed: {}", e.toString());
              }
            });
  }

  /** Gives how many files it has removed. */
  static int remove(Path temporary, Instant now) throws IOException {
    Path folder = temporary.toRealPath();
    Object user = SqliteLibrary.user();
    Set<Path> old = new HashSet<>();
    int names = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path each : all) {
        if (++names > MOST_NAMES || old.size() >= MOST_REMOVED) {
          break;
        }
        String name = each.getFileName().toString();
        Matcher library = LIBRARY.matcher(name);
        if (library.matches()) {
          old.add(folder.resolve(library.group(1)));
        } else if (name.startsWith(SqliteLibrary.COPY) && isOld(each, user, now, true)) {
          old.addAll(inside(each));
        }
      }
    }
    old.removeIf(file -> !isOld(file, user, now, false) || !isOld(lock(file), user, now, false));
    if (old.isEmpty()) {
      return 0;
    }
    old.removeAll(loaded(old));
    int removed = 0;
    for (Path file : old) {
      // The mark goes last: without it the driver of another process takes the file for its own.
      removed += Files.deleteIfExists(file) ? 1 : 0;
      removed += Files.deleteIfExists(lock(file)) ? 1 : 0;
    }
    return removed;
  }

  private static Path lock(Path file) {
    return file.resolveSibling(file.getFileName() + ".lck");
  }

  /** One that is not there is old, and harms nobody. */
  private static boolean isOld(Path path, Object user, Instant now, boolean isFolder) {
    try {
      return !Files.exists(path, NOFOLLOW_LINKS)
          || ((isFolder
                  ? Files.isDirectory(path, NOFOLLOW_LINKS)
                  : Files.isRegularFile(path, NOFOLLOW_LINKS))
              && Files.getAttribute(path, "unix:uid", NOFOLLOW_LINKS).equals(user)
              && Files.getLastModifiedTime(path, NOFOLLOW_LINKS)
                  .toInstant()
                  .isBefore(now.minus(YOUNG)));
    } catch (IOException _) {
      return false;
    }
  }

  /** A copy whose process died before it was removed; its folder goes when it is empty. */
  private static List<Path> inside(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "sqlite-*")) {
      all.forEach(files::add);
    }
    if (files.isEmpty()) {
      Files.deleteIfExists(folder);
    }
    return files;
  }

  /** Those that a process has in its memory, as far as this one may look. */
  private static Set<Path> loaded(Collection<Path> files) throws IOException {
    Set<Path> found = new HashSet<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        // Names of files are any bytes; ours are plain ones.
        try (Stream<String> maps =
            Files.lines(process.resolve("maps"), StandardCharsets.ISO_8859_1)) {
          maps.filter(line -> line.contains("sqlite"))
              .forEach(
                  line ->
                      files.stream().filter(file -> line.endsWith(" " + file)).forEach(found::add));
        } catch (IOException | UncheckedIOException _) {
          // Gone meanwhile, or another user's, who cannot have loaded a file that is ours.
        }
      }
    }
    return found;
  }
}

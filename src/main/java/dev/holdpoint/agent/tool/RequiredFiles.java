package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.core.run.Requirement;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.run.RequiredPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells which files a run has written: those that are not as they were when it began. How they were
 * is kept as marks with the run, before anything of it has run, so that a restart changes nothing.
 */
public final class RequiredFiles implements RequiredPaths {
  private static final String ABSENT = "";
  private static final int MOST_FILES = 100_000;

  /** A file system's clock may tick less often than ours. */
  private static final long TICK_MS = 50;

  private final Workspaces workspaces;

  public RequiredFiles(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  @Override
  public @Nullable String fault(String sessionId, String name) {
    try {
      Path path = Path.of(name);
      if (path.isAbsolute()) {
        return "must be relative to the session's workspace";
      }
      for (Path element : path) {
        if (element.toString().equals("..")) {
          return "must not contain ..";
        }
      }
      if (path.normalize().toString().isEmpty()) {
        return "must be a file in the workspace";
      }
      Path workspace = workspaces.find(sessionId);
      if (workspace != null) {
        Confinement.resolve(workspace, name);
      }
      return null;
    } catch (InvalidPathException e) {
      return "contains a character that is not allowed in file names";
    } catch (CannotDo | IOException e) {
      return "leads out of the session's workspace";
    }
  }

  /** How things stand, a mark for each requirement. */
  public List<String> marks(String sessionId, List<Requirement> requirements) {
    return requirements.stream().map(one -> mark(sessionId, one)).toList();
  }

  /** Those that nothing was written for since the marks were made. */
  public List<Requirement> missing(
      String sessionId, List<Requirement> requirements, List<String> marks, long startedAtMs) {
    List<Requirement> missing = new ArrayList<>();
    for (int i = 0; i < requirements.size(); i++) {
      Requirement one = requirements.get(i);
      String now = mark(sessionId, one);
      boolean written =
          !now.equals(ABSENT)
              && !now.equals(marks.get(i))
              // That something was deleted changes the mark of the whole workspace too.
              && (one.path() != null || hasNewerFile(sessionId, startedAtMs - TICK_MS));
      if (!written) {
        missing.add(one);
      }
    }
    return missing;
  }

  private String mark(String sessionId, Requirement requirement) {
    Path workspace = workspaces.find(sessionId);
    if (workspace == null) {
      return ABSENT;
    }
    try {
      if (requirement.path() != null) {
        return mark(Confinement.resolve(workspace, requirement.path()));
      }
      String all =
          files(workspace).stream()
              .map(file -> workspace.relativize(file) + " " + mark(file))
              .sorted()
              .collect(Collectors.joining("\n"));
      return all.isEmpty() ? ABSENT : Digests.sha256Hex(all.getBytes(StandardCharsets.UTF_8));
    } catch (CannotDo | IOException | UncheckedIOException e) {
      // What cannot be read was not written for anybody to read.
      return ABSENT;
    }
  }

  private boolean hasNewerFile(String sessionId, long sinceMs) {
    Path workspace = workspaces.find(sessionId);
    if (workspace == null) {
      return false;
    }
    try {
      return files(workspace).stream().anyMatch(file -> changedAtMs(file) >= sinceMs);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private static List<Path> files(Path workspace) throws IOException {
    try (Stream<Path> all = Files.walk(workspace)) {
      return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .limit(MOST_FILES)
          .toList();
    }
  }

  /** A program can set when a file was modified, but not when its inode was changed. */
  private static String mark(Path file) {
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return ABSENT;
      }
      Map<String, Object> facts =
          Files.readAttributes(
              file, "unix:ino,size,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS);
      return "%s %s %s %s"
          .formatted(
              facts.get("ino"),
              facts.get("size"),
              facts.get("lastModifiedTime"),
              facts.get("ctime"));
    } catch (IOException e) {
      return ABSENT;
    }
  }

  private static long changedAtMs(Path file) {
    try {
      return ((FileTime) Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS))
          .toMillis();
    } catch (IOException e) {
      return Long.MIN_VALUE;
    }
  }
}

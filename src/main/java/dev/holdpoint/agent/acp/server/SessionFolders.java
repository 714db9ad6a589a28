package dev.holdpoint.agent.acp.server;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** In which folder each of an agent's sessions works. */
final class SessionFolders {
  private static final int MOST = 1_000;

  private final Map<String, Path> bySession = new ConcurrentHashMap<>();

  /** The path of a folder that a client names: its real one, or as it is named if there is none. */
  static Path named(JsonNode named, String pointer) {
    Path folder = named.isString() ? path(named.stringValue()) : null;
    if (folder == null || !folder.isAbsolute()) {
      throw absent(pointer);
    }
    Path real = real(folder);
    return real == null ? folder.normalize() : real;
  }

  /**
   * @throws Refused if there is no such folder
   */
  static void checkThere(Path folder, String pointer) {
    if (!Files.isDirectory(folder)) {
      throw absent(pointer);
    }
  }

  private static Refused absent(String pointer) {
    return Problem.INVALID_REQUEST
        .because("A session requires a folder on this machine. Nothing was sent to the agent.")
        .at(pointer, "must be the absolute path of an existing folder")
        .asException();
  }

  private static @Nullable Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * @param folder a real path
   */
  static boolean isIn(Path root, Path folder) {
    Path real = real(root);
    return real != null && folder.startsWith(real);
  }

  private static @Nullable Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** The agent has made a session. */
  void made(Json result, Path folder) {
    JsonNode session = JsonTree.of(result).path("sessionId");
    if (session.isString()) {
      keep(session.stringValue(), folder);
    }
  }

  /**
   * The agent takes up a session that it had before, and may read files of it at once.
   *
   * @return what to do if the agent refuses
   */
  Runnable taken(Json params, Path folder) {
    JsonNode session = JsonTree.of(params).path("sessionId");
    if (!session.isString()) {
      return () -> {};
    }
    String id = session.stringValue();
    Path before = bySession.get(id);
    keep(id, folder);
    return () -> {
      if (before == null) {
        bySession.remove(id, folder);
      } else {
        bySession.replace(id, folder, before);
      }
    };
  }

  private void keep(String session, Path folder) {
    if (bySession.size() >= MOST && !bySession.containsKey(session)) {
      throw Problem.UNAVAILABLE
          .because(
              "The server's agent already has %d sessions; use another server for more."
                  .formatted(MOST))
          .asException();
    }
    bySession.put(session, folder);
  }

  @Nullable Path find(String session) {
    return bySession.get(session);
  }

  /** Whether nobody has put a link, or another folder, in the place of the one that was checked. */
  static boolean isStill(Path folder) {
    return folder.equals(real(folder));
  }

  /**
   * @throws dev.holdpoint.core.problem.Refused if the session's folder is not where it was
   */
  void check(Json params) {
    Path folder = bySession.get(JsonTree.of(params).path("sessionId").asString(""));
    if (folder != null && !isStill(folder)) {
      throw Problem.FORBIDDEN
          .because(
              "The folder of the session was removed or replaced by a link after it "
                  + "was checked. Open a new session. Nothing was sent to the agent.")
          .at("/params/sessionId", "has a working folder that does not exist")
          .asException();
    }
  }

  Set<String> sessions() {
    return Set.copyOf(bySession.keySet());
  }

  int count() {
    return bySession.size();
  }
}

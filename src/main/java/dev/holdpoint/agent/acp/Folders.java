package dev.holdpoint.agent.acp;

import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** In which folder each of an agent's sessions works. */
final class Folders {
  private static final int MOST = 1_000;

  private final Map<String, Path> bySession = new ConcurrentHashMap<>();

  /** The folder that a client wants a session in. */
  static Path of(Json params) {
    JsonNode cwd = JsonTree.of(params).path("cwd");
    Path folder = cwd.isString() ? path(cwd.stringValue()) : null;
    if (folder == null || !folder.isAbsolute() || !Files.isDirectory(folder)) {
      throw Problem.INVALID_REQUEST
          .because("A session works in a folder of this machine; nothing was sent to the agent.")
          .at("/params/cwd", "must be the absolute path of a folder that exists")
          .asException();
    }
    return folder;
  }

  private static @Nullable Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** The agent has made a session; gives its answer back. */
  Json made(Json result, Path folder) {
    JsonNode session = JsonTree.of(result).path("sessionId");
    if (session.isString()) {
      keep(session.stringValue(), folder);
    }
    return result;
  }

  /** The agent takes up a session that it had before. */
  void taken(Json params, Path folder) {
    JsonNode session = JsonTree.of(params).path("sessionId");
    if (session.isString()) {
      keep(session.stringValue(), folder);
    }
  }

  private void keep(String session, Path folder) {
    if (bySession.size() >= MOST && !bySession.containsKey(session)) {
      throw Problem.UNAVAILABLE
          .because(
              "The server's agent has %d sessions; use another server for more.".formatted(MOST))
          .asException();
    }
    bySession.put(session, folder);
  }

  @Nullable Path find(String session) {
    return bySession.get(session);
  }

  Set<String> sessions() {
    return Set.copyOf(bySession.keySet());
  }

  int count() {
    return bySession.size();
  }
}

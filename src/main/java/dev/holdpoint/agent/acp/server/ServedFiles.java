package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.acp.AgentFiles;
import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/** The files that an agent reads and writes through us, each in its session's folder. */
final class ServedFiles {
  private static final int AT_ONCE = 64;

  private final SessionFolders folders;
  private final Semaphore places = new Semaphore(AT_ONCE);

  ServedFiles(SessionFolders folders) {
    this.folders = folders;
  }

  CompletableFuture<Json> read(Json params) {
    return access(params, AgentFiles::read);
  }

  CompletableFuture<Json> write(Json params) {
    return access(params, AgentFiles::write);
  }

  /** Whoever reads the agent's lines does not wait for a disk. */
  private CompletableFuture<Json> access(Json params, BiFunction<Path, JsonNode, Json> way) {
    JsonNode tree = JsonTree.of(params);
    Path folder = folders.find(tree.path("sessionId").asString(""));
    if (folder == null) {
      return refused(RpcError.INVALID_PARAMS, "There is no such open session.");
    }
    if (!SessionFolders.isStill(folder)) {
      return refused(RpcError.INVALID_PARAMS, "The folder of the session has moved.");
    }
    if (!places.tryAcquire()) {
      return refused(
          RpcError.INTERNAL,
          AT_ONCE + " files are already being read or written; wait until one is finished.");
    }
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return way.apply(folder, tree);
          } finally {
            places.release();
          }
        },
        task -> Thread.ofVirtual().name("acp-files").start(task));
  }

  private static CompletableFuture<Json> refused(int code, String message) {
    return CompletableFuture.failedFuture(new RpcError(code, message, null));
  }
}

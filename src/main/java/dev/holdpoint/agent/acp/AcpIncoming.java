package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.acp.wire.AgentLink;
import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Takes what an agent's process sends to the talk that it is about. */
final class AcpIncoming implements AgentLink.Incoming {
  private static final int MAX_FILES_AT_ONCE = 64;
  private static final int MAX_ASK = 1 << 20;

  private final Map<String, AcpSession> talks;
  private final Supplier<String> agent;
  private final Consumer<String> whenGone;
  private final Semaphore files = new Semaphore(MAX_FILES_AT_ONCE);
  // Agents begin to count at 0 again in every process, so the keys have something of their own.
  private final String process = UUID.randomUUID().toString();
  private final AtomicLong asks = new AtomicLong();

  /**
   * @param talks all that are open, by their sessions
   * @param agent what the agent calls itself
   */
  AcpIncoming(Map<String, AcpSession> talks, Supplier<String> agent, Consumer<String> whenGone) {
    this.talks = talks;
    this.agent = agent;
    this.whenGone = whenGone;
  }

  @Override
  public CompletionStage<Json> request(String method, Json params) {
    if (AcpTranslation.bridges(method)) {
      return ask(method, params);
    }
    return switch (method) {
      case "fs/read_text_file" -> file(params, AgentFiles::read);
      case "fs/write_text_file" -> file(params, AgentFiles::write);
      default ->
          throw new RpcError(
              RpcError.METHOD_NOT_FOUND,
              "There is no method `%s`.".formatted(StderrTail.plain(method)),
              null);
    };
  }

  private CompletionStage<Json> ask(String method, Json params) {
    if (params.text().length() > MAX_ASK) {
      throw new RpcError(
          RpcError.INVALID_PARAMS,
          "The request is larger than 1 MiB, which is more than a person can review.",
          null);
    }
    AcpTranslation.Bridged bridged;
    try {
      bridged =
          AcpTranslation.read(
              method, params, process + "/" + asks.getAndIncrement(), agent.get(), talks.keySet());
    } catch (NotUnderstood e) {
      throw new RpcError(RpcError.INVALID_PARAMS, String.valueOf(e.getMessage()), null);
    }
    return talk(bridged.sessionId()).asked(bridged);
  }

  /** Whoever reads the agent's lines does not wait for a disk. */
  private CompletionStage<Json> file(Json params, BiFunction<Path, JsonNode, Json> access) {
    JsonNode tree = JsonTree.of(params);
    Path folder = talk(tree.path("sessionId").asString("")).folder();
    if (!files.tryAcquire()) {
      throw new RpcError(
          RpcError.INTERNAL,
          "%d files are already being read or written; wait until one is finished."
              .formatted(MAX_FILES_AT_ONCE),
          null);
    }
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return access.apply(folder, tree);
          } finally {
            files.release();
          }
        },
        task -> Thread.ofVirtual().name("agent-files").start(task));
  }

  private AcpSession talk(String sessionId) {
    AcpSession talk = talks.get(sessionId);
    if (talk == null) {
      throw new RpcError(
          RpcError.INVALID_PARAMS,
          "There is no open session `%s`.".formatted(StderrTail.plain(sessionId)),
          null);
    }
    return talk;
  }

  @Override
  public void notification(String method, Json params) {
    if (method.equals(AcpTranslation.COMPLETE)) {
      talks.values().forEach(talk -> talk.completed(params));
    }
    if (!method.equals("session/update")) {
      return;
    }
    JsonNode tree = JsonTree.of(params);
    AcpSession talk = talks.get(tree.path("sessionId").asString(""));
    if (talk != null) {
      talk.updated(tree.path("update"));
    }
  }

  @Override
  public void gone(String reason) {
    whenGone.accept(reason);
  }
}

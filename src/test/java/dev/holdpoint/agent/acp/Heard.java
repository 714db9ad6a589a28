package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.acp.wire.AgentLink;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** What an agent has said, to be taken one after the other. */
public final class Heard implements AgentLink.Incoming {
  private static final int PATIENCE_S = 30;

  public record Request(String method, JsonNode params, CompletableFuture<Json> answer) {}

  record Notice(String method, JsonNode params) {}

  private final BlockingQueue<Object> all = new LinkedBlockingQueue<>();

  @Override
  public CompletionStage<Json> request(String method, Json params) {
    CompletableFuture<Json> answer = new CompletableFuture<>();
    all.add(new Request(method, JsonTree.of(params), answer));
    return answer;
  }

  @Override
  public void notification(String method, Json params) {
    all.add(new Notice(method, JsonTree.of(params)));
  }

  @Override
  public void gone(String reason) {
    all.add(reason);
  }

  public <T> T next(Class<T> kind) throws InterruptedException {
    Object next = all.poll(PATIENCE_S, TimeUnit.SECONDS);
    if (!kind.isInstance(next)) {
      throw new AssertionError("expected a " + kind.getSimpleName() + " and heard " + next);
    }
    return kind.cast(next);
  }

  public JsonNode told(String method) throws InterruptedException {
    Notice notice = next(Notice.class);
    if (!notice.method().equals(method)) {
      throw new AssertionError("expected " + method + " and heard " + notice);
    }
    return notice.params();
  }

  public String goneBecause() throws InterruptedException {
    return next(String.class);
  }
}

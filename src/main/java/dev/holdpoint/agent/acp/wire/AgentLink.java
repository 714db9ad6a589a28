package dev.holdpoint.agent.acp.wire;

import com.agentclientprotocol.sdk.error.AcpProtocolException;
import com.agentclientprotocol.sdk.json.TypeRef;
import com.agentclientprotocol.sdk.spec.AcpClientSession;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.ReactorTimers;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** JSON-RPC 2.0 with an agent's process, in both directions. */
public final class AgentLink implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AgentLink.class);

  /** A person may think about an answer for weeks, and all the time a prompt is not answered. */
  private static final Duration FOREVER = Duration.ofDays(36_500);

  private static final String CANCEL_REQUEST = "$/cancel_request";

  static {
    ReactorTimers.tame();
  }

  private final AgentProcess process;
  private final Incoming incoming;
  private final AcpClientSession session;
  private final Map<JsonNode, CompletableFuture<Json>> asked = new ConcurrentHashMap<>();
  private volatile @Nullable String goneBecause;

  /** Who hears what the agent sends. Called from the one thread that reads; returns at once. */
  public interface Incoming {
    /**
     * Completes with the result; completes exceptionally with {@link RpcError} to answer an error.
     * It is cancelled when the agent takes the request back.
     */
    CompletionStage<Json> request(String method, Json params);

    void notification(String method, Json params);

    /** Once; nothing comes after it. */
    void gone(String reason);
  }

  private AgentLink(AgentProcess process, int maxLine, Incoming incoming) {
    this.process = process;
    this.incoming = incoming;
    AcpWire wire = new AcpWire(process);
    AcpClientSession.RequestHandler<Json> requests = told -> answer((AcpWire.Told) told);
    AcpClientSession.NotificationHandler notices =
        told -> Mono.fromRunnable(() -> notice((AcpWire.Told) told));
    this.session =
        new AcpClientSession(
            FOREVER,
            wire,
            Map.of(AcpWire.ANY, requests),
            Map.of(AcpWire.ANY, notices),
            connected -> connected);
    process.listen(
        maxLine,
        new AgentProcess.Output() {
          @Override
          public void line(String line) {
            wire.receive(line);
          }

          @Override
          public void ended(String reason) {
            goneBecause = reason;
            session.close();
            incoming.gone(reason);
          }
        });
  }

  /**
   * @param folder where the agent works, unless its command says where
   */
  public static AgentLink start(
      AgentCommand command,
      Path folder,
      Processes processes,
      Map<String, String> daemonEnvironment,
      Incoming incoming)
      throws PeerFailure, InterruptedException {
    return start(command, folder, processes, daemonEnvironment, AgentProcess.MAX_LINE, incoming);
  }

  static AgentLink start(
      AgentCommand command,
      Path folder,
      Processes processes,
      Map<String, String> daemonEnvironment,
      int maxLine,
      Incoming incoming)
      throws PeerFailure {
    return new AgentLink(
        AgentProcess.start(command, folder, processes, daemonEnvironment), maxLine, incoming);
  }

  /** Fails with {@link RpcError}, or with {@link PeerFailure} if the agent ends before. */
  public CompletableFuture<Json> request(String method, Json params) {
    CompletableFuture<Json> answer = new CompletableFuture<>();
    session
        .sendRequest(method, params, new TypeRef<Json>() {})
        .subscribe(answer::complete, error -> answer.completeExceptionally(failure(error)));
    return answer;
  }

  private Throwable failure(Throwable error) {
    return switch (error) {
      case AcpClientSession.AcpError refused ->
          new RpcError(
              refused.getCode(),
              process.hidden(refused.getError().message()),
              refused.getData() instanceof Json data ? data : null);
      case PeerFailure failure -> failure;
      default -> new PeerFailure(goneBecause == null ? "the agent has ended" : goneBecause);
    };
  }

  /** To an agent that has ended it goes nowhere; that it has ended is told by itself. */
  public void notify(String method, Json params) {
    session
        .sendNotification(method, params)
        .subscribe(sent -> {}, error -> log.debug("{}: {}", method, error.getMessage()));
  }

  private void notice(AcpWire.Told told) {
    if (told.method().equals(CANCEL_REQUEST)) {
      CompletableFuture<Json> answer = asked.get(JsonTree.of(told.params()).path("requestId"));
      if (answer != null) {
        answer.cancel(false);
      }
      return;
    }
    incoming.notification(told.method(), told.params());
  }

  private Mono<Json> answer(AcpWire.Told told) {
    CompletableFuture<Json> answer;
    try {
      answer = incoming.request(told.method(), told.params()).toCompletableFuture();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    JsonNode id = told.id();
    CompletableFuture<Json> awaited = answer;
    if (id != null && !answer.isDone()) {
      asked.put(id, awaited);
    }
    return Mono.create(
        answered -> {
          var _ =
              awaited.whenComplete(
                  (result, error) -> {
                    if (id != null) {
                      asked.remove(id, awaited);
                    }
                    if (error != null) {
                      answered.error(refusal(told.method(), error));
                    } else {
                      answered.success(result == null ? Json.NULL : result);
                    }
                  });
        });
  }

  /** The SDK puts the code before the message, and would send it so. */
  private static final class Refusal extends AcpProtocolException {
    private static final long serialVersionUID = 1L;
    private final String text;

    Refusal(int code, String text, @Nullable Json data) {
      super(code, text, data);
      this.text = text;
    }

    @Override
    public String getMessage() {
      return text;
    }
  }

  private static Refusal refusal(String method, Throwable error) {
    return switch (error) {
      case CompletionException wrapped when wrapped.getCause() != null ->
          refusal(method, wrapped.getCause());
      case RpcError refused -> new Refusal(refused.code(), refused.text(), refused.data());
      case CancellationException _ ->
          new Refusal(RpcError.REQUEST_CANCELLED, "The request was withdrawn.", null);
      default -> {
        log.error("{} of an agent could not be answered", method, error);
        yield new Refusal(RpcError.INTERNAL, "The request could not be answered.", null);
      }
    };
  }

  public boolean isAlive() {
    return goneBecause == null && process.isAlive();
  }

  /** Ends the process with all that it has started, for this reason, and does not wait. */
  public void end(String reason) {
    process.end(reason);
  }

  @Override
  public void close() {
    process.close();
  }
}

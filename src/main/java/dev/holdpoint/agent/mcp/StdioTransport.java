package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.wire.AgentProcess;
import dev.holdpoint.agent.peer.PeerFailure;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** The lines of a server's process. The SDK's own would read a line of any length. */
final class StdioTransport implements McpClientTransport, AgentProcess.Output {
  /** Some servers say hello on their output; none does so all the time. */
  private static final int MAX_STRAY_LINES = 100;

  private final AgentProcess process;
  private final Consumer<String> ended;
  private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> session = message -> message;
  private final StrayLines chaff = new StrayLines();
  private int strayLines;

  /**
   * @param ended hears why nothing comes any more, once
   */
  StdioTransport(AgentProcess process, Consumer<String> ended) {
    this.process = process;
    this.ended = ended;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    session = handler;
    return Mono.empty();
  }

  /** Not before all are there who hear what it says, and that it has ended. */
  void begin() {
    process.listen(Wires.MAX_MESSAGE, this);
  }

  @Override
  public void line(String line) {
    if (line.isBlank()) {
      stray(line);
      return;
    }
    JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(Wires.MAPPER, line);
    } catch (IOException | RuntimeException e) {
      // The reader of somebody else's lines throws whatever its parser does.
      if (++strayLines > MAX_STRAY_LINES) {
        process.end("has sent %d lines that are not messages".formatted(strayLines));
      }
      stray(line);
      return;
    }
    strayLines = 0;
    chaff.message();
    session.apply(Mono.just(message)).subscribe();
  }

  private void stray(String line) {
    if (!chaff.another(line.length() + 1)) {
      process.end(StrayLines.TOLD);
    }
  }

  @Override
  public void ended(String reason) {
    ended.accept(reason);
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromCallable(
        () -> {
          try {
            process.write(Wires.MAPPER.writeValueAsString(message));
          } catch (PeerFailure e) {
            throw new IOException(e.getMessage(), e);
          }
          return null;
        });
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return Wires.MAPPER.convertValue(data, type);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(() -> process.end("was stopped"));
  }
}

package dev.holdpoint.agent.mock;

import com.agentclientprotocol.sdk.agent.transport.StdioAcpAgentTransport;
import com.agentclientprotocol.sdk.json.TypeRef;
import com.agentclientprotocol.sdk.spec.AcpAgentTransport;
import com.agentclientprotocol.sdk.spec.AcpSchema;
import com.agentclientprotocol.sdk.spec.AcpSchema.JSONRPCMessage;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Lets an agent of the SDK be in many turns at once. The SDK's session refuses a second prompt
 * while one waits, also in another session, so prompts come to it under another name; and its
 * transport takes in no answers while 256 requests wait, so nothing waits in there.
 */
final class ManyTurns implements AcpAgentTransport {
  static final String PROMPT = "prompt";

  private final StdioAcpAgentTransport stdio;

  ManyTurns(StdioAcpAgentTransport stdio) {
    this.stdio = stdio;
  }

  @Override
  public Mono<Void> start(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    return stdio.start(
        messages ->
            messages.flatMap(
                message -> {
                  handler
                      .apply(Mono.just(renamed(message)))
                      .flatMap(stdio::sendMessage)
                      .subscribe();
                  return Mono.empty();
                }));
  }

  private static JSONRPCMessage renamed(JSONRPCMessage message) {
    return message instanceof AcpSchema.JSONRPCRequest request
            && request.method().equals(AcpSchema.METHOD_SESSION_PROMPT)
        ? new AcpSchema.JSONRPCRequest(request.jsonrpc(), request.id(), PROMPT, request.params())
        : message;
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return stdio.sendMessage(message);
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> typeRef) {
    return stdio.unmarshalFrom(data, typeRef);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return stdio.closeGracefully();
  }

  @Override
  public Mono<Void> awaitTermination() {
    return stdio.awaitTermination();
  }
}

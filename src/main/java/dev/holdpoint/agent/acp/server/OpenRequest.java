package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.acp.AcpTranslation;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.AcpServers.Message;
import java.util.concurrent.CompletableFuture;

/** Something that the agent of a server has asked, and waits for. */
final class OpenRequest {
  final ServedAgent server;
  final AcpTranslation.Bridged asked;
  final String runId;
  final long runKey;
  final String gateId;
  final Json request;

  /** What the agent gets. */
  final CompletableFuture<Json> answer;

  // Guarded by this, which also keeps a request in front of what is told of it later.
  private long number;

  OpenRequest(
      ServedAgent server,
      AcpTranslation.Bridged asked,
      Run run,
      String gateId,
      Json request,
      CompletableFuture<Json> answer) {
    this.server = server;
    this.asked = asked;
    this.runId = run.id();
    this.runKey = run.key();
    this.gateId = gateId;
    this.request = request;
    this.answer = answer;
  }

  synchronized void shown(long as) {
    number = as;
  }

  synchronized Message message() {
    return new Message(number, request);
  }
}

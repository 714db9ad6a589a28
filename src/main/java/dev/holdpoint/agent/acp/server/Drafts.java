package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.run.Submission;
import java.util.List;

/** What an agent asks, as a run that only waits. */
final class Drafts {
  private Drafts() {}

  static Submission submission(ServedAgent server, AgentRequest ask) {
    String agent = server.identity().agent();
    Submission asked =
        new Submission(
            RunKind.INPUT,
            RunHead.Driver.OUTSIDE,
            submitter(server),
            ServedSessions.SOURCE,
            ServedSessions.SOURCE,
            agent,
            text(ask),
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE);
    // The agent works for the person who has started it: they are the requester.
    return asked.askedBy(server.owner().name());
  }

  /** In whose name it asks. */
  static String submitter(ServedAgent server) {
    return "agent:" + server.identity().agent();
  }

  private static String text(AgentRequest ask) {
    return switch (ask) {
      case AgentRequest.Permission permission -> permission.tool() + ": " + permission.reason();
      case AgentRequest.Inquiry inquiry -> inquiry.questions().getFirst().question();
    };
  }

  static ExternalGates.Gate gate(ServedAgent server, AgentRequest ask) {
    ToolCall call = new ToolCall(ask.callId(), ask.tool(), ask.input(), ask.agentCall());
    return switch (ask) {
      case AgentRequest.Permission permission ->
          new ExternalGates.Gate(
              call,
              GateDraft.approval(call, MatchableCall.ofAgent(server.identity().agent(), call))
                  .because(permission.reason())
                  .offering(permission.offer())
                  .handledWith(permission.caution()));
      case AgentRequest.Inquiry inquiry ->
          new ExternalGates.Gate(
              call,
              new GateDraft.OfQuestion(
                  call.id(),
                  List.copyOf(inquiry.questions()),
                  GateDraft.Deadline.NONE,
                  inquiry.form(),
                  inquiry.link()));
    };
  }
}

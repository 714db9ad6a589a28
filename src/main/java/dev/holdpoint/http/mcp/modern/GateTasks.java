package dev.holdpoint.http.mcp.modern;

import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.mcp.GateSnapshot;
import dev.holdpoint.http.mcp.ToolCalls;
import dev.holdpoint.http.mcp.ToolResults;
import dev.holdpoint.http.server.Caller;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Gates as tasks. A task is the gate under its own id, so there is nothing to keep for it. */
final class GateTasks {
  /** Also how such a gate is told from one that was withdrawn otherwise. */
  private static final String CANCELLED = "the client cancelled its task";

  private static final long FIRST_MS = 60_000;
  private static final int SOON_MS = 1_000;
  private static final int LATER_MS = 5_000;

  private final Engine engine;
  private final ToolCalls calls;
  private final ExternalGates gates;
  private final ToolResults telling;
  private final RpcMessages messages;
  private final @Nullable Long keptMs;

  /**
   * @param keptMs how long a gate is found after its run has ended; null for ever
   */
  GateTasks(
      Engine engine,
      ToolCalls calls,
      ExternalGates gates,
      ToolResults telling,
      RpcMessages messages,
      @Nullable Long keptMs) {
    this.engine = engine;
    this.calls = calls;
    this.gates = gates;
    this.telling = telling;
    this.messages = messages;
    this.keptMs = keptMs;
  }

  /** What the caller may read: its own, and for those who decide everybody's of its tenant. */
  Optional<GateSnapshot> find(Caller caller, String id) {
    boolean decides = caller.role() == Role.ADMIN || caller.role() == Role.OPERATOR;
    return calls
        .find(caller, id)
        .filter(held -> !ToolCalls.isPrompt(held))
        .filter(held -> decides ? ToolCalls.isAsked(held) : ToolCalls.isOf(held, caller));
  }

  GateSnapshot existing(Caller caller, String id) {
    return find(caller, id).orElseThrow(GateTasks::unknown);
  }

  /** The same for a task of somebody else, of another tenant, and for none. */
  private static RpcFault unknown() {
    return RpcFault.invalidParams("There is no such task, or you have no access to it.");
  }

  /** Withdraws what still waits. Only whoever has asked may say that it is not needed any more. */
  void cancel(Caller caller, String id) {
    GateSnapshot held =
        find(caller, id)
            .filter(task -> ToolCalls.isOf(task, caller))
            .orElseThrow(GateTasks::unknown);
    if (!held.isPending()) {
      return;
    }
    try {
      gates.interrupt(held.run().id(), CANCELLED, caller.name());
    } catch (Refused e) {
      // Removed in this very moment, with its session.
      if (e.refusal().problem().kind() == Kind.NOT_FOUND) {
        throw unknown();
      }
      throw e;
    }
  }

  /** The same for a caller who receives the decision by it. */
  ObjectNode view(Caller caller, GateSnapshot held, String site) {
    calls.given(held, caller);
    return made(caller, held, site);
  }

  /** A task as its client sees it, with its result when it has one. */
  ObjectNode made(Caller caller, GateSnapshot held, String site) {
    Gate gate = held.gate();
    String status = status(held);
    ObjectNode task = JsonTree.object().put("taskId", held.gateId()).put("status", status);
    if (held.isPending()) {
      task.put("statusMessage", "Waiting for a person: " + held.page(site));
    }
    task.put("createdAt", Instant.ofEpochMilli(gate.createdAtMs()).toString())
        .put("lastUpdatedAt", Instant.ofEpochMilli(updatedAtMs(gate)).toString())
        .put("ttlMs", ttlMs(held));
    if (held.isPending()) {
      task.put("pollIntervalMs", pollIntervalMs(engine.nowMs() - gate.createdAtMs()));
    }
    if (status.equals("completed")) {
      task.set("result", messages.complete(telling.decision(held, requestKey(held), site, caller)));
    }
    return task;
  }

  /** As its client called the request; null when it did not. */
  private static @Nullable String requestKey(GateSnapshot held) {
    ClientCall call = held.run().head().client();
    return call == null || !call.comesBack() ? null : call.callId();
  }

  /** Who has just asked may be answered soon; later nobody is in a hurry. */
  static int pollIntervalMs(long ageMs) {
    return ageMs < FIRST_MS ? SOON_MS : LATER_MS;
  }

  private static String status(GateSnapshot held) {
    return switch (held.gate().state().status()) {
      case PENDING -> "working";
      case RESOLVED, EXPIRED -> "completed";
      case WITHDRAWN -> CANCELLED.equals(held.run().error()) ? "cancelled" : "completed";
    };
  }

  private static long updatedAtMs(Gate gate) {
    return switch (gate.state()) {
      case GateState.Settled settled -> settled.atMs();
      case ApprovalState.Pending pending ->
          pending.endorsements().stream()
              .mapToLong(Endorsement::atMs)
              .max()
              .orElse(gate.createdAtMs());
      case QuestionState.Pending _ -> gate.createdAtMs();
    };
  }

  /** From the beginning of the task, as the protocol counts; what waits is kept for ever. */
  private @Nullable Long ttlMs(GateSnapshot held) {
    Long endedAtMs = held.run().finishedAtMs();
    return endedAtMs == null || keptMs == null
        ? null
        : Long.valueOf(Math.max(1, endedAtMs + keptMs - held.gate().createdAtMs()));
  }
}

package dev.holdpoint.http.mcp;

import dev.holdpoint.api.mcp.McpBodies.McpDecision;
import dev.holdpoint.api.mcp.McpPermitBodies.McpRedeemArguments;
import dev.holdpoint.api.mcp.McpPermitBodies.McpResultArguments;
import dev.holdpoint.api.permit.PermitBodies.PermitView;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitCommand.Outcome;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.permit.FoundPermit;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.FailedCredentials.From;
import dev.holdpoint.http.v1.permit.PermitDoor;
import dev.holdpoint.http.v1.permit.PermitHandlers;
import dev.holdpoint.http.v1.permit.PermitViews;
import java.util.List;
import java.util.Optional;

/** Permits for clients of this surface. */
public record PermitTools(Engine engine, PermitDoor door) {
  /**
   * The decision with the permit that it gives, and the permit itself for those who may have it.
   */
  McpDecision permitted(McpDecision told, GateSnapshot held, Caller to) {
    if (!(held.gate() instanceof Approval approval)) {
      return told;
    }
    FoundPermit permit =
        engine
            .readAside(
                (Queries queries) -> door.permits().find(queries, Permit.idOf(approval.id())))
            .filter(FoundPermit::isOutside)
            .orElse(null);
    if (permit == null) {
      return told;
    }
    return told.permitted(
        permit.id(),
        permit.isWanted() ? PermitHandlers.handOut(door.permits(), permit, to) : null,
        permit.isRedeemable() && permit.state() instanceof PermitState.Ready
            ? permit.notAfterMs()
            : null);
  }

  PermitView redeem(McpRedeemArguments sent, Caller by, From from) {
    checkSeen(sent.permitId(), by);
    return view(
        door.redeem(
                sent.permitId(),
                new Permits.Sent(
                    sent.permit(),
                    PermitHandlers.digest(sent.inputDigest(), sent.toolName(), sent.input()),
                    sent.redeemerKey(),
                    sent.audience(),
                    sent.observed() == null ? List.of() : sent.observed(),
                    sent.resultWithinMs()),
                by,
                from)
            .permit(),
        by);
  }

  PermitView report(McpResultArguments sent, Caller by, From from) {
    checkSeen(sent.permitId(), by);
    return view(
        door.report(
                sent.permitId(),
                new Permits.Report(
                    sent.redeemerKey(),
                    Outcome.valueOf(sent.outcome().name()),
                    sent.outputDigest(),
                    sent.error()),
                by,
                from)
            .permit(),
        by);
  }

  private PermitView view(FoundPermit permit, Caller to) {
    return PermitViews.of(permit, PermitHandlers.handOut(door.permits(), permit, to));
  }

  /** To a caller who is bound to a tenant, or to own sessions, another's permit does not exist. */
  private void checkSeen(String permitId, Caller caller) {
    boolean seen =
        engine.read(
            (Queries queries) -> {
              Optional<RunHead> head =
                  door.permits().find(queries, permitId).map(permit -> permit.run().head());
              return head.isPresent()
                  && (!caller.isBound() || head.get().tenantId().equals(caller.tenantId()))
                  && (Ownership.reaches(queries, caller.holder(), head.get().sessionKey())
                      || FoundPermit.isNamed(queries, permitId, caller.principalId()));
            });
    if (!seen) {
      throw Permits.notFound();
    }
  }
}

package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.TriageBodies.TriageAction;
import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;

/** A pending request that a person reads at a terminal has been seen; a pipe sees nothing. */
final class TerminalLook {
  private TerminalLook() {}

  static void tell(HoldpointClient client, String requestId, @Nullable GateStatus status) {
    boolean pending = status == null || status == GateStatus.PENDING;
    if (pending && Boolean.getBoolean("holdpoint.stdout.terminal")) {
      try {
        client.triage().act(requestId, TriageRequest.of(TriageAction.SEEN));
      } catch (CallFailed _) {
        // A viewer's look does not count, and the request was shown all the same.
      }
    }
  }
}

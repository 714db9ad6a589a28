package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.process.Leftover;
import dev.holdpoint.agent.tool.ToolOutcome;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Calls that are under way when a worker comes to their run. */
final class RemoteCalls {
  private final ToolSource source;
  private final SecretInjection unsealing;
  private final Set<String> ended;

  /**
   * @param leftovers what an earlier daemon was in the middle of
   */
  RemoteCalls(ToolSource source, SecretInjection unsealing, List<Leftover> leftovers) {
    this.source = source;
    this.unsealing = unsealing;
    this.ended =
        leftovers.stream()
            .filter(Leftover::wasRunning)
            .map(left -> left.runId() + " " + left.callId())
            .collect(Collectors.toUnmodifiableSet());
  }

  /** The call that was begun and has no result; null when there is none. */
  static @Nullable Call unfinished(List<Call> calls) {
    return calls.stream()
        .filter(call -> call.progress() == Call.Progress.STARTED)
        .findFirst()
        .orElse(null);
  }

  /** Why a run ends whose call nobody knows the end of. */
  String lost(Run run, ToolCall call) {
    return "the daemon stopped while %s (%s) was running; %sit may have taken effect and is not repeated"
        .formatted(
            call.tool(),
            call.id(),
            ended.contains(run.id() + " " + call.id())
                ? "its processes were still running and were stopped; "
                : "");
  }

  /** Waits until answers can be sent, so that they are not on record as sent before. */
  void await(RemoteCall remote, WorkerTask job) throws InterruptedException {
    job.<Boolean, RuntimeException>outside(
        () -> {
          source.await(remote, job);
          return true;
        });
  }

  ToolOutcome goOn(Run run, ToolCall call, RemoteCall remote, WorkerTask job)
      throws InterruptedException {
    ToolSource.Unfinished left =
        new ToolSource.Unfinished(
            call, CallGate.input(run, call), remote, run.questionsOf(call.id()));
    return unsealing.run(at -> source.goOn(left, at), run, call, job);
  }

  /**
   * The run has ended before this could be written. A task that the run knows of is cancelled by
   * the commit that ended it.
   */
  void abandon(Run written, String callId, RemoteCall remote) {
    boolean isKnown =
        written.calls().stream()
            .filter(call -> call.call().id().equals(callId))
            .map(Call::remote)
            .anyMatch(known -> known != null && known.isTask());
    if (!isKnown) {
      source.abandon(remote);
    }
  }
}

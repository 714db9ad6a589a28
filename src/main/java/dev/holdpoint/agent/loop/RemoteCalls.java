package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.ToolOutcome;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.loop.Advance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls that are under way when a worker comes to their run. */
final class RemoteCalls {
  private final ToolSource source;
  private final SecretInjection unsealing;
  private final EffectTerms effects;

  RemoteCalls(ToolSource source, SecretInjection unsealing, EffectTerms effects) {
    this.source = source;
    this.unsealing = unsealing;
    this.effects = effects;
  }

  /** The intent to execute the call here and now. */
  void begins(Advance advance, String callId, long nowMs) {
    advance.begins(callId, nowMs, effects.node());
  }

  /** The call that was begun and has no result; null when there is none. */
  static @Nullable Call unfinished(List<Call> calls) {
    return calls.stream()
        .filter(call -> call.progress() == Call.Progress.STARTED || call.isLost())
        .findFirst()
        .orElse(null);
  }

  /**
   * A call that nobody here knows the end of. A person is asked once; what they say is its result,
   * unless they say that it did not happen: then it is planned again.
   */
  void lost(Advance advance, Run run, Call lost) {
    ToolCall call = lost.call();
    UncertainEffect.Word word =
        run.effectQuestionOf(call.id()).map(UncertainEffect::said).orElse(null);
    if (lost.progress() == Call.Progress.UNCERTAIN && word != null) {
      Json result = GateResults.of(word);
      advance.result(call.id(), unsealing.scrubbed(run, call, result), true);
    } else if (effects.asks()) {
      advance.uncertain(call.id(), effect(run, lost), effects.expiry());
    } else {
      advance.interrupt(
          "the daemon stopped while %s (%s) was running; %sit may have taken effect and is not repeated"
              .formatted(
                  call.tool(),
                  call.id(),
                  effects.wasRunning(run.id(), call.id())
                      ? "its processes were still running and were stopped; "
                      : ""));
    }
  }

  private UncertainEffect effect(Run run, Call lost) {
    ToolCall call = lost.call();
    Call.Attempt attempt = lost.attempt();
    Json input = CallGate.input(run, call);
    return new UncertainEffect(
        call.tool(),
        input,
        Digests.of(call.tool(), input),
        // In runs from before it was noted, the intent was the last thing that was committed.
        attempt == null ? run.updatedAtMs() : attempt.startedAtMs(),
        attempt == null ? null : attempt.node(),
        attempt == null ? 1 : attempt.number(),
        effects.wasRunning(run.id(), call.id()));
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
            call,
            CallGate.input(run, call),
            remote,
            run.questionsOf(call.id()),
            tool -> CallGate.isChanged(run, call, tool));
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

package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ElicitationRecord;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.Portions;
import dev.holdpoint.engine.journal.RunTrace;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.store.RecordWalk;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import java.util.List;

/**
 * What servers of tools ask while one of their tools is called: a question in the session of the
 * run that calls, as a run that only waits. It lives no longer than the call.
 */
public final class Elicitations {
  /** What such runs come from. */
  public static final String SOURCE = "elicitation";

  private static final String BY = "daemon";

  private final Commits commits;
  private final ExternalGates gates;
  private final Slots slots;

  public Elicitations(Commits commits, Slots slots, ExternalGates gates) {
    this.commits = commits;
    this.gates = gates;
    this.slots = slots;
  }

  /** Which call it is that a server asks about. */
  public record Asking(String server, String tool, String runId, String callId) {
    String actor() {
      return "mcp:" + server;
    }

    Json metadata() {
      return JsonTree.write(
          JsonTree.object()
              .put("run_id", runId)
              .put("call_id", callId)
              .put("server", server)
              .put("tool", tool));
    }
  }

  /** Asks in the session of the run that calls, which must not have ended. */
  public Run raise(Asking asking, String text, ExternalGates.Gate gate) {
    return commits.commit(
        change -> {
          Run calling = Existing.run(change, asking.runId);
          Run run =
              gates.raise(
                  change,
                  Runs.open(change, calling.head().sessionId()),
                  submission(asking, text).within(RunTrace.onward(calling.head())),
                  gate);
          change.keep(
              ElicitationRecord.KIND,
              new ElicitationRecord(
                  run.key(), asking.runId, asking.callId, change.ledger().epoch()));
          return run;
        });
  }

  private static Submission submission(Asking asking, String text) {
    return new Submission(
        RunKind.INPUT,
        RunHead.Driver.OUTSIDE,
        asking.actor(),
        "mcp",
        SOURCE,
        asking.actor(),
        text,
        null,
        new Json("[]"),
        asking.metadata(),
        RunSettings.NONE);
  }

  /** The server waits no longer; a question that nobody has answered is withdrawn. */
  public void close(long runKey, String reason) {
    commits.commit(
        change -> {
          close(change, runKey, reason);
          return runKey;
        });
  }

  private void close(Change change, long runKey, String reason) {
    Run run = change.run(runKey);
    if (run != null) {
      ExternalGates.interrupt(change, run, reason, BY, slots);
    }
    ElicitationRecord known = change.kept(ElicitationRecord.KIND, runKey);
    if (known != null) {
      change.discard(ElicitationRecord.KIND, known);
    }
  }

  /**
   * Withdraws what was asked by calls that died with a node. Gives how much it was.
   *
   * @param node its epoch; 0 is an earlier daemon's, where there are no nodes
   */
  public int closeLeft(Engine engine, long node) {
    List<ElicitationRecord> left =
        engine.read(
            queries ->
                RecordWalk.of(queries, ElicitationRecord.KIND, ElicitationRecord.askedAt(node))
                    .toList());
    return Portions.of(
        left,
        some ->
            commits.commit(
                change -> {
                  some.forEach(
                      one ->
                          close(
                              change,
                              one.key(),
                              "the call that asked ended when the daemon stopped"));
                  return some.size();
                }));
  }
}

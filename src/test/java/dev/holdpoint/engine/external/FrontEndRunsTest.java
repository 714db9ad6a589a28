package dev.holdpoint.engine.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.loop.Advance;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a part of a run begins for a front end. */
final class FrontEndRunsTest {
  private static final FrontEndRuns.Client ADA =
      new FrontEndRuns.Client("tok_ada", Voter.named("ada"), Tenants.ROOT, null);

  @TempDir private Path folder = Path.of("");

  private static Run asks(Bench bench, Run run) {
    ToolCall call = new ToolCall("call_1", "bash", Json.EMPTY_OBJECT);
    return bench.progress.advance(
        new Advance(run)
            .turn("", List.of(call))
            .ask(GateDraft.approval(call).because("why").until(GateDraft.Deadline.NONE)));
  }

  /** Somebody allows it in the inbox, and the call is carried out. */
  private static Run done(Bench bench, Run parked) {
    bench.allow(parked, "bob", null);
    Run run = bench.progress.advance(new Advance(bench.now(parked)).starts("call_1"));
    return bench.progress.advance(new Advance(run).result("call_1", new Json("\"done\""), true));
  }

  private static FrontEndReply yes(Gate gate) {
    return new FrontEndReply.Decided(
        new SentDecision(gate.id(), true, null, null, null, null, null, new Json("{}")));
  }

  @Test
  @DisplayName("AG-82 what was decided elsewhere goes on at its own result, though ids repeat")
  void a_resume_begins_at_the_result_of_its_own_gate() {
    try (Bench bench = new Bench(folder)) {
      FrontEndRuns runs =
          new FrontEndRuns(
              bench.commits,
              Clarifications.slots(() -> true),
              Bench.ROUTES,
              10,
              bench.approvals,
              bench.questions);
      Run run = bench.submit(bench.session("s"));
      int[] places = new int[3];
      Gate[] gates = new Gate[3];
      for (int i = 0; i < places.length; i++) {
        Run parked = asks(bench, run);
        gates[i] = parked.pendingGates().getFirst();
        places[i] = parked.steps();
        run = done(bench, parked);
      }
      // The last, and one that the run has left behind since.
      for (int i : List.of(2, 1, 0)) {
        FrontEndRuns.Part part =
            runs.resume(ADA, "s", "r" + i, List.of(yes(gates[i])), "sent " + i);
        assertThat(part.from()).as("of gate " + i).isEqualTo(places[i]);
      }
    }
  }
}

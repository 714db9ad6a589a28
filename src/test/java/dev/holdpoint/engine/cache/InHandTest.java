package dev.holdpoint.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.NodeAtWork;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.store.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node's writer keeps in hand while others write to the same ledger. */
final class InHandTest {
  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final NodeAtWork here = new NodeAtWork(url, "here");
  private final NodeAtWork there = new NodeAtWork(url, "there");

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  @Test
  void a_run_that_another_node_has_changed_is_read_again() {
    Run run = here.parked("s", false);
    there.allow(run);
    here.runs.cancel(run.id(), "ada");
    Run now = here.now(run);
    assertThat(now.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(now.approvals().getFirst().state()).isInstanceOf(ApprovalState.Allowed.class);
  }

  @Test
  void so_is_one_whose_change_is_told_to_nobody() {
    Run run = here.parked("s", false);
    there.allow(run);
    long events = here.store.read(Queries::lastEventId);
    here.progress.advance(new Advance(here.now(run)).starts("call_1"));
    assertThat((long) here.store.read(Queries::lastEventId)).isEqualTo(events);
    there.runs.cancel(run.id(), "ada");
    assertThat(there.now(run).calls())
        .extracting(Call::progress)
        .containsExactly(Call.Progress.STARTED);
  }

  @Test
  void what_a_session_does_elsewhere_counts_here() {
    Run first = here.submitted("s");
    Run second = there.submitted("s");
    assertThat(second.status()).isEqualTo(RunStatus.QUEUED);
    here.runs.cancel(first.id(), "ada");
    assertThat(there.now(second).status()).isEqualTo(RunStatus.RUNNING);
    there.runs.cancel(second.id(), "ada");
    assertThat(here.submitted("s").status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void what_nobody_else_has_touched_stays_in_hand() {
    Run alone = here.submitted("alone");
    here.counted.reset();
    here.runs.cancel(alone.id(), "ada");
    int undisturbed = here.counted.questionsOfWriter();
    Run beside = here.submitted("beside");
    there.runs.cancel(there.submitted("other").id(), "ada");
    here.counted.reset();
    here.runs.cancel(beside.id(), "ada");
    // One more, for what the other has done.
    assertThat(here.counted.questionsOfWriter()).isEqualTo(undisturbed + 1);
  }
}

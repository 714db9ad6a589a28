package dev.holdpoint.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.debug.ArtifactFormat;
import dev.holdpoint.core.debug.ArtifactId;
import dev.holdpoint.core.debug.Budget;
import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.port.DebugBundles.Draft;
import dev.holdpoint.store.files.DebugFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Artifacts and time, on a clock of our own. */
class DebugArtifactsTest {
  private static final long DAY = 86_400_000;
  private static final ArtifactId FIRST = new ArtifactId(1, 1, ArtifactId.Part.MODEL_REQUEST);

  @TempDir Path folder = Path.of("");
  private Bench bench;
  private DebugFiles files;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    files =
        new DebugFiles(
            folder.resolve("debug"),
            () -> Instant.ofEpochMilli(bench.engine.nowMs()),
            new Budget(1_000, 10_000, 10),
            null);
    bench.session("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private DebugArtifacts debugging(long ttlMs, @Nullable Long storeBytes) {
    return new DebugArtifacts(bench.engine, files, new DebugArtifacts.Policy(ttlMs, storeBytes));
  }

  private Run captured(DebugArtifacts debugging) {
    Run run = bench.submit("s");
    debugging.keep(run, draft());
    return run;
  }

  private static Draft draft() {
    return new Draft(FIRST, CaptureLevel.FULL, ArtifactFormat.TEXT, "hello");
  }

  private Run ended(DebugArtifacts debugging) {
    Run run = captured(debugging);
    return bench.progress.advance(new Advance(bench.now(run)).complete());
  }

  @Test
  // K4-463, K4-489
  void K4_463_K4_489_artifacts_outlive_their_run_by_seven_days_and_no_longer() {
    DebugArtifacts debugging = debugging(7 * DAY, null);
    Run early = ended(debugging);
    bench.pass(1);
    Run late = ended(debugging);

    bench.pass(7 * DAY - 2);
    assertThat(debugging.collect()).isZero();
    bench.pass(1);
    assertThat(debugging.collect()).isEqualTo(1);
    assertThat(debugging.artifacts(early)).isEmpty();
    assertThat(debugging.artifacts(late)).hasSize(1);
    bench.pass(1);
    assertThat(debugging.collect()).isEqualTo(1);
    assertThat(bench.now(early).id()).as("the run itself").isEqualTo(early.id());
  }

  @Test
  // K4-464
  void K4_464_the_age_of_a_run_that_has_not_ended_does_not_count() {
    DebugArtifacts debugging = debugging(1, 1L);
    Run run = captured(debugging);
    bench.pass(1_000 * DAY);

    assertThat(debugging.collect()).isZero();
    DebugArtifacts.Pruned pruned = debugging.prune(new DebugArtifacts.Spec(1, null, null, false));
    assertThat(pruned.matched()).isZero();
    assertThat(debugging.artifacts(run)).hasSize(1);
  }

  @Test
  // K4-462
  void K4_462_the_age_of_what_belongs_to_no_run_is_that_of_its_newest_artifact()
      throws IOException {
    DebugArtifacts debugging = debugging(DAY, null);
    String orphan = Ulid.id("run_", 77, 7);
    files.put(orphan, draft(), () -> true);
    Path empty = Files.createDirectory(folder.resolve("debug").resolve(Ulid.id("run_", 78, 7)));

    bench.pass(DAY - 1);
    assertThat(debugging.collect()).isEqualTo(1);
    assertThat(empty).doesNotExist();
    DebugArtifacts.Pruned pruned = debugging.prune(new DebugArtifacts.Spec(1, null, null, false));
    assertThat(pruned.matched()).as("pruning is about runs").isZero();
    assertThat(files.artifacts(orphan)).hasSize(1);
    bench.pass(1);
    assertThat(debugging.collect()).isEqualTo(1);
    assertThat(files.all()).isEmpty();
  }

  @Test
  // K4-491
  void K4_491_without_a_time_to_live_they_stay_for_ever() {
    DebugArtifacts debugging = debugging(0, null);
    Run run = ended(debugging);
    bench.pass(10_000 * DAY);
    assertThat(debugging.collect()).isZero();
    assertThat(debugging.artifacts(run)).hasSize(1);
  }

  @Test
  // K4-496
  void K4_496_the_first_to_end_is_the_first_to_go_when_room_is_needed() {
    DebugArtifacts free = debugging(0, null);
    Run submittedFirst = captured(free);
    bench.session("t");
    Run other = bench.submit("t");
    free.keep(other, draft());
    bench.pass(1);
    Run endedFirst = bench.progress.advance(new Advance(bench.now(other)).complete());
    bench.pass(1);
    Run endedLast = bench.progress.advance(new Advance(bench.now(submittedFirst)).complete());
    long one = files.all().getFirst().bytes();

    assertThat(debugging(0, 2 * one).collect()).as("all fit").isZero();
    assertThat(debugging(0, 2 * one - 1).collect()).isEqualTo(1);
    assertThat(free.artifacts(endedFirst)).isEmpty();
    assertThat(free.artifacts(endedLast)).hasSize(1);
  }

  @Test
  void a_run_that_has_ended_gets_nothing_more() {
    DebugArtifacts debugging = debugging(0, null);
    Run run = ended(debugging);
    debugging.remove(run);
    debugging.keep(run, draft());
    assertThat(files.all()).isEmpty();
  }

  @Test
  // K4-465, K4-466, K4-468, K4-469, K4-470, K4-471, K4-472
  void K4_465_K4_466_K4_468_to_K4_472_pruning_writes_nothing_to_the_ledger() {
    DebugArtifacts debugging = debugging(1, null);
    Run run = ended(debugging);
    bench.pass(10);
    bench.store.failingCommits = 100;

    assertThat(debugging.prune(new DebugArtifacts.Spec(1, null, null, false)).pruned()).hasSize(1);
    assertThat(debugging.collect()).isZero();
    assertThat(bench.store.failingCommits).as("commits that were not tried").isEqualTo(100);
    assertThat(bench.now(run)).isEqualTo(run);
  }

  @Test
  void runs_that_retention_forgets_leave_no_artifacts() {
    DebugArtifacts debugging = debugging(0, null);
    ended(debugging);
    Run waits = captured(debugging);
    bench.pass(10);
    new Retention(bench.commits, bench.engine, debugging, new Retention.Policy(5L, null)).sweep();
    assertThat(files.all()).extracting(bundle -> bundle.runId()).containsExactly(waits.id());
  }
}

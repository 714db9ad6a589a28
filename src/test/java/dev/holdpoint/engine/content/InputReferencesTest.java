package dev.holdpoint.engine.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.content.Asset;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.session.BindingKey;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.files.BlobFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a submission names is looked up, claimed and stored by the work that takes it, or not. */
class InputReferencesTest {
  private static final long HOUR = 3_600_000;

  @TempDir Path folder = Path.of("");
  private Bench bench;
  private Assets assets;

  @BeforeEach
  void start() {
    bench = new Bench(folder);
    assets =
        new Assets(
            bench.commits,
            bench.engine,
            new BlobFiles(
                folder.resolve("assets"),
                () -> Instant.ofEpochMilli(bench.engine.nowMs()),
                1_000_000),
            1_000);
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  private Supplier<Run> submit(String session, InputReferences mentions) {
    return () ->
        bench
            .runs
            .submit(session, Bench.submission(RunHead.Driver.LOOP), mentions, false, null)
            .run();
  }

  private static InputReferences claiming(String... keys) {
    return new InputReferences(List.of(), List.of(keys));
  }

  private InputPiece.Upload stored(String name, String text) {
    return assets.store(name, "text/plain", text.getBytes(UTF_8), "");
  }

  @Test
  // K4-217
  void K4_217_of_two_claims_in_one_transaction_the_first_wins_and_the_second_leaves_nothing() {
    bench.session("a");
    bench.session("b");

    List<Object> answers =
        bench.together(
            submit("a", claiming("k")),
            submit("b", claiming("own", "k")),
            submit("a", claiming("k")));

    assertThat(answers.get(0)).isInstanceOf(Run.class);
    assertThat(answers.get(1)).isEqualTo(Problem.BINDING_KEY_CONFLICT);
    assertThat(answers.get(2)).isInstanceOf(Run.class);
    assertThat(bench.engine.<Long>read(q -> q.countKept(BindingKey.KIND, null))).isEqualTo(1);
    assertThat(
            bench.engine.<List<?>>read(q -> q.keptBelow(BindingKey.KIND, "b", Long.MAX_VALUE, 9)))
        .isEmpty();
  }

  @Test
  void the_same_file_twice_in_one_transaction_is_one_asset() {
    InputPiece.Upload file = stored("a.txt", "hello");

    List<Object> answers =
        bench.together(
            () -> assets.add(Tenants.ROOT, file),
            () -> assets.add(Tenants.ROOT, file),
            () -> assets.add(Tenants.ROOT, file));

    assertThat(answers).containsOnly(answers.getFirst());
    assertThat(bench.engine.<Long>read(q -> q.countKept(Asset.KIND, file.sha256()))).isEqualTo(1);
  }

  @Test
  void a_submission_that_is_refused_names_no_file_and_its_bytes_are_swept_after_an_hour() {
    bench.session("a");
    bench.session("b");
    assertThat(submit("a", claiming("k")).get().steps()).isEqualTo(1);
    InputPiece.Upload lost = stored("lost.txt", "lost");
    InputPiece.Upload kept = stored("kept.txt", "kept");
    assertThatThrownBy(() -> submit("b", new InputReferences(List.of(lost), List.of("k"))).get())
        .isInstanceOf(Refused.class);
    assertThat(submit("b", new InputReferences(List.of(kept), List.of())).get().steps())
        .isEqualTo(1);

    assertThat(assets.sweep()).as("somebody may be about to name them").isZero();
    bench.pass(2 * HOUR);
    assertThat(assets.sweep()).isEqualTo(1);
    assertThat(assets.bytes(lost.sha256())).isNull();
    assertThat(assets.bytes(kept.sha256())).isEqualTo("kept".getBytes(UTF_8));
    assertThat(assets.sweep()).isZero();
  }

  @Test
  void a_file_that_is_too_large_is_refused_before_anything_is_written() {
    assertThatThrownBy(() -> stored("big", "x".repeat(1_001)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("limits.asset_bytes");
    assertThat(folder.resolve("assets")).isEmptyDirectory();
  }

  @Test
  void a_folder_that_cannot_be_written_is_a_failure_of_the_store() throws Exception {
    Files.delete(folder.resolve("assets"));
    Files.writeString(folder.resolve("assets"), "a file in the way");
    assertThatThrownBy(() -> stored("a", "x")).isInstanceOf(StoreFailure.class);
  }
}

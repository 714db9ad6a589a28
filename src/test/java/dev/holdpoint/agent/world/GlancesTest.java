package dev.holdpoint.agent.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.store.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents wrote does not decide how long people wait for a list of what is pending. */
final class GlancesTest {
  private static final String COMMIT = "b".repeat(40);

  @TempDir Path folder;

  @Test
  void PF_14_a_view_reads_packed_references_of_a_mebibyte_at_most() throws IOException {
    Workspaces workspaces = new Workspaces(folder);
    Run run = Samples.run(1, 1, new RunState.Running());
    Path workspace = workspaces.of(run.head().sessionId());
    Path git = Files.createDirectory(workspace.resolve(".git"));
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Precondition head = Precondition.listed(Precondition.Type.GIT_HEAD, ".", COMMIT);
    DaemonSight sight =
        new DaemonSight(workspaces, FilePreviewsTest.NOWHERE, _ -> SecretValues.of(Map.of()));
    String reference = COMMIT + " refs/heads/main\n";

    Files.writeString(
        git.resolve("packed-refs"), lines((1 << 20) - reference.length()) + reference);
    assertThat(sight.glance(run, head)).isEqualTo(Sighting.value(COMMIT));

    Files.writeString(git.resolve("packed-refs"), lines(1 << 20) + reference);
    assertThat(sight.glance(run, head)).isEqualTo(Sighting.UNSEEN);
    assertThat(FileSight.head(workspace, ".")).isEqualTo(Sighting.value(COMMIT));
  }

  /** So many bytes of references that are another one. */
  private static String lines(int bytes) {
    String line = "a".repeat(40) + " refs/heads/other\n";
    String all = line.repeat(bytes / line.length());
    return "#".repeat(bytes - all.length() - 1) + "\n" + all;
  }

  @Test
  void PF_16_views_together_read_so_much_a_second_and_then_look_at_nothing() {
    AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    Glances glances = new Glances(nanos::get);
    assertThat(looks(glances, 1 << 20)).isEqualTo(256);
    assertThat(glances.begin()).isFalse();

    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(looks(glances, 1 << 20)).isBetween(126, 128);

    nanos.addAndGet(TimeUnit.DAYS.toNanos(1_000));
    assertThat(looks(glances, 1 << 20)).isEqualTo(256);
    // What is missing counts a little.
    nanos.addAndGet(TimeUnit.DAYS.toNanos(1));
    assertThat(looks(glances, 0)).isEqualTo((int) (Glances.MOST_BYTES / 4_096));
  }

  private static int looks(Glances glances, long bytes) {
    return (int)
        IntStream.range(0, 1_000_000)
            .takeWhile(
                _ -> {
                  boolean begun = glances.begin();
                  if (begun) {
                    glances.read(bytes);
                  }
                  return begun;
                })
            .count();
  }
}

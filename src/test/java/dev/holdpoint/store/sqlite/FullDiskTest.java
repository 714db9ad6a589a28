package dev.holdpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.Folders;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a file system of 4 MB, where we are allowed to make one. */
class FullDiskTest {
  @TempDir(factory = Folders.OnDisk.class)
  Path disk = Path.of("");

  private boolean mounted;

  @BeforeEach
  void mount() throws IOException, InterruptedException {
    mounted = run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString());
    assumeTrue(mounted, "only root can make a small disk");
  }

  @AfterEach
  void unmount() throws IOException, InterruptedException {
    if (mounted) {
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  @Test
  void reads_go_on_and_writes_work_again_when_there_is_room() throws IOException {
    Path ballast = disk.resolve("ballast");
    Files.write(ballast, new byte[2 << 20]);
    try (Store store = SqliteStore.open(disk.resolve("holdpoint.db"))) {
      long written = 0;
      // A checkpoint may make room for one more; a full disk refuses again and again.
      for (int refused = 0; refused < 5; ) {
        try {
          commit(store, written + 1);
          written++;
          refused = 0;
        } catch (StoreFull e) {
          refused++;
        }
      }
      assertThat(written).isPositive();
      long before = written;
      assertThatThrownBy(() -> commit(store, before + 1)).isInstanceOf(StoreFull.class);
      assertThat(store.<Long>read(q -> q.lastKey())).isEqualTo(before);

      Files.delete(ballast);
      commit(store, before + 1);
      assertThat(store.<Long>read(q -> q.lastKey())).isEqualTo(before + 1);
    }
    try (Store store = SqliteStore.open(disk.resolve("holdpoint.db"))) {
      assertThat(store.<Long>read(q -> q.lastKey())).isPositive();
    }
  }

  private static void commit(Store store, long key) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(new Writing().add(Samples.run(key, 1, new RunState.Queued())).writes());
      transaction.commit();
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}

package dev.holdpoint.store.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.engine.port.Blobs;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.store.BlobsContract;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.files.BlobFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresBlobsTest extends BlobsContract {
  private static final int THREADS = 8;

  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();
  private final PostgresStore store = PostgresStore.open(url);

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  protected Blobs blobs(long mostBytes) {
    return store.blobs(clock, mostBytes);
  }

  @Override
  protected void damage(String sha256, String bytes) {
    server.execute(
        url.substring(url.lastIndexOf('/') + 1),
        "UPDATE blobs SET bytes = '%s' WHERE name = '%s'".formatted(bytes, sha256));
  }

  /** Each text is put by all at once, and counts once. */
  @Test
  void nodes_that_put_the_same_and_other_bytes_at_once_fill_the_room_exactly() throws Exception {
    int texts = 20;
    List<FutureTask<Integer>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      FutureTask<Integer> one =
          new FutureTask<>(
              () -> {
                Blobs blobs = blobs(texts * 4L);
                for (int n = 0; n < texts; n++) {
                  put(blobs, "%04d".formatted(n));
                }
                return texts;
              });
      Thread.ofPlatform().start(one);
      all.add(one);
    }
    for (FutureTask<Integer> one : all) {
      assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(texts);
    }
    assertThatThrownBy(() -> put(blobs(texts * 4L), "x")).isInstanceOf(StoreFull.class);
    now.addAndGet(2 * HOUR);
    assertThat(blobs(texts * 4L).sweep(now.get(), _ -> false)).isEqualTo(texts);
    put(blobs(1), "x");
  }

  /** It is put when the sweep has looked for the first time, and not for the second. */
  @Test
  void what_another_node_puts_while_it_is_swept_stays() {
    Blobs one = blobs(100);
    Blobs other = blobs(100);
    String sha256 = put(one, "hello");
    now.addAndGet(2 * HOUR);
    int dropped =
        one.sweep(
            now.get() - HOUR,
            _ -> {
              put(other, "hello");
              return false;
            });
    assertThat(dropped).isZero();
    assertThat(other.find(sha256)).isEqualTo("hello".getBytes(UTF_8));
  }

  @Test
  void files_of_an_earlier_daemon_are_found_and_brought_over(@TempDir Path folder) {
    BlobFiles before = new BlobFiles(folder.resolve("assets"), clock, 100);
    String kept = put(before, "kept");
    put(before, "left by a crash");
    Blobs after = Stores.blobs(store, folder, clock, 100);
    assertThat(after.find(kept)).isEqualTo("kept".getBytes(UTF_8));
    assertThat(blobs(100).find(kept)).isNull();

    now.addAndGet(2 * HOUR);
    assertThat(after.sweep(now.get() - HOUR, kept::equals)).isEqualTo(1);

    assertThat(before.names()).isEmpty();
    assertThat(after.find(kept)).isEqualTo("kept".getBytes(UTF_8));
    assertThat(blobs(100).find(kept)).isEqualTo("kept".getBytes(UTF_8));
  }
}

package dev.holdpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Folders;
import dev.holdpoint.core.secret.Sealed;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.Writing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was destroyed is in no file of the ledger any more. */
class SqliteShreddingTest {
  @TempDir(factory = Folders.OnDisk.class)
  private Path folder = Path.of("");

  private static Secret secret(long key, int ciphertextBytes) {
    byte[] ciphertext = new byte[ciphertextBytes];
    new Random(key).nextBytes(ciphertext);
    return new Secret(
        key, "con_1", "A" + key, "tnt_1", 1, 1, new Sealed(ciphertext, wrapped(key), "k"), null);
  }

  private static byte[] wrapped(long key) {
    return ("wrapped-key-of-" + key + "-which-nobody-may-find").getBytes(StandardCharsets.UTF_8);
  }

  private static void commit(Store store, Writing writing) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(writing.writes());
      transaction.commit();
    }
  }

  private static int count(Store store) {
    return store.read(queries -> queries.safe().of("con_1").size());
  }

  private boolean isKept(long key) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        if (bytes.contains(new String(wrapped(key), StandardCharsets.ISO_8859_1))) {
          return true;
        }
      }
    }
    return false;
  }

  // S1-38
  @Test
  void a_shredded_key_is_in_neither_the_database_nor_its_log() throws IOException {
    try (Store store = Stores.open(null, folder)) {
      Writing many = new Writing();
      for (int key = 1; key <= 40; key++) {
        many.put(secret(key, key % 3 == 0 ? 70_000 : 40));
      }
      commit(store, many);
      assertThat(isKept(21)).isTrue();

      for (int key = 1; key <= 40; key += 2) {
        commit(store, new Writing().shred(key));
        assertThat(isKept(key)).as("key %d", key).isFalse();
      }
      assertThat(isKept(2)).isTrue();
      assertThat(count(store)).isEqualTo(20);
    }
  }

  @Test
  void somebody_who_reads_for_long_delays_it_and_no_more() throws Exception {
    try (Store store = Stores.open(null, folder)) {
      commit(store, new Writing().put(secret(1, 40)));
      CountDownLatch reading = new CountDownLatch(1);
      CountDownLatch enough = new CountDownLatch(1);
      Thread reader =
          Thread.ofVirtual()
              .start(
                  () ->
                      store.read(
                          queries -> {
                            int seen = queries.safe().of("con_1").size();
                            reading.countDown();
                            await(enough);
                            return seen;
                          }));
      reading.await();

      commit(store, new Writing().shred(1));
      commit(store, new Writing().put(secret(2, 40)));
      assertThat(isKept(1)).isTrue();
      enough.countDown();
      reader.join();

      long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (isKept(1) && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(isKept(1)).isFalse();
      assertThat(count(store)).isEqualTo(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

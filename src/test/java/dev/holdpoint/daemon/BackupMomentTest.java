package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import dev.holdpoint.daemon.backup.Backups;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigSources;
import dev.holdpoint.daemon.start.SigningKey;
import dev.holdpoint.daemon.start.TimeOrderedIds;
import dev.holdpoint.daemon.wiring.DeliveryWiring;
import dev.holdpoint.daemon.wiring.VaultWiring;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.http.v1.daemon.BackupHandlers.Spec;
import dev.holdpoint.store.Stores;
import dev.holdpoint.vault.AuditKeyFile;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ledger of a backup and the audit key in it belong together, whenever the key is changed. */
class BackupMomentTest {
  @TempDir private Path folder;

  /** Changes the key as soon as the first byte is sent, and reads on when that is done. */
  private static final class Changing extends FilterOutputStream {
    private final Runnable change;
    private boolean changed;

    Changing(OutputStream out, Runnable change) {
      super(out);
      this.change = change;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (!changed) {
        changed = true;
        // As another caller would, who does not hold what the backup holds.
        CompletableFuture.runAsync(change).join();
      }
      out.write(bytes, from, length);
    }
  }

  private void backUp(Path data, Path archive, int changes) throws Exception {
    Config config =
        Config.load(
            new ConfigSources(null, Map.of("HOLDPOINT_DATA", data.toString()), Map.of(), data));
    InstantSource clock = InstantSource.system();
    try (Store store = Stores.open(null, data)) {
      AuditKeyFile file = SigningKey.open(config.auditKeyFile(), store);
      Engine engine =
          new Engine(
              store,
              clock,
              new TimeOrderedIds(clock, store.read(Queries::lastKey)),
              broken -> {
                throw broken;
              },
              Consequences.parts(
                  DeliveryWiring.rules(config, () -> "http://localhost"), file.key()));
      try (Writer writer = new Writer(engine).start();
          OutputStream out = Files.newOutputStream(archive)) {
        AuditKeys keys = new AuditKeys(writer, file);
        Backups backups =
            new Backups(
                data,
                config.workspaceRoot(),
                true,
                "test",
                clock,
                keys,
                config.auditKeyFile(),
                VaultWiring.places(config));
        backups.write(
            new Spec(false, false),
            new Changing(
                out,
                () -> {
                  for (int i = 0; i < changes; i++) {
                    keys.rotate(null);
                  }
                }));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void a_change_of_keys_while_a_backup_is_sent_leaves_one_that_can_be_used(int changes)
      throws Exception {
    Path data = folder.resolve("data");
    String first;
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      first = daemon.http().get("/v1/audit/keys").expect(200).text();
    }
    byte[] before = Files.readAllBytes(data.resolve("audit-key"));
    Path archive = folder.resolve("backup.zip");

    backUp(data, archive, changes);

    assertThat(Files.readAllBytes(data.resolve("audit-key"))).isNotEqualTo(before);
    Path restored = folder.resolve("restored");
    Outcome outcome = TypedHere.run("restore", archive.toString(), "--data", restored.toString());
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(Files.readAllBytes(restored.resolve("audit-key"))).isEqualTo(before);
    try (TestDaemon daemon = TestDaemon.start(restored, Map.of())) {
      assertThat(daemon.http().get("/v1/audit/keys").expect(200).text()).isEqualTo(first);
    }
    // And the one that went on is none the worse for it.
    TestDaemon.start(data, Map.of()).close();
    assertThat(data.resolve("unfinished-backup")).doesNotExist();
  }

  @Test
  void a_key_in_a_folder_of_its_own_is_in_the_backup_under_its_name() throws Exception {
    Path data = folder.resolve("data");
    Path key = Files.createDirectories(data.resolve("keys/audit")).resolve("signing");
    Map<String, String> settings = Map.of("HOLDPOINT_AUDIT_KEY_FILE", key.toString());
    Path archive = folder.resolve("backup.zip");
    try (TestDaemon daemon = TestDaemon.start(data, settings)) {
      Outcome made =
          TypedHere.at(
              daemon.address(),
              daemon.tokenFile().toString(),
              "backup",
              "--to",
              archive.toString());
      assertThat(made.exitCode()).as(made.toString()).isZero();
    }
    try (ZipFile zip = new ZipFile(archive.toFile());
        Stream<String> names = zip.stream().map(Object::toString)) {
      assertThat(names).containsOnlyOnce("data/keys/audit/signing");
    }
  }
}

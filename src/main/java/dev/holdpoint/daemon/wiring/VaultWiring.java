package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.daemon.backup.Backups;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.start.OtherNodes;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.port.SecretLost;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.secret.VaultKeys;
import dev.holdpoint.http.v1.daemon.Warnings;
import dev.holdpoint.vault.AuditKeyFile;
import dev.holdpoint.vault.KeyRefused;
import dev.holdpoint.vault.VaultKeySource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The vault, with the key that the ledger asks for, or no start. */
public record VaultWiring(
    Ledger ledger,
    Secrets secrets,
    VaultKeys keys,
    List<StatusView.Warning> lasting,
    Supplier<List<StatusView.Warning>> missing) {
  private static final Logger log = LoggerFactory.getLogger(VaultWiring.class);

  /** Reads the key before anything else is done with the store. */
  public static VaultKeySource key(Config config, Store store) throws StartRefused {
    boolean alone = OtherNodes.areNone(store);
    Map<String, Long> inUse = store.read(queries -> queries.safe().countByKey());
    try {
      // While others are at work nothing can be made again, and nothing is given up.
      return VaultKeySource.open(
          alone ? config.vault() : config.vault().keeping(),
          alone ? store.read(VaultKeys::needed) : inUse,
          inUse.keySet(),
          alone);
    } catch (KeyRefused e) {
      throw OtherNodes.withoutKey(store, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      store.close();
      throw new StartRefused(
          "The vault key cannot be stored in " + config.vault().file() + ": " + e);
    }
  }

  /** What the keys are for. */
  public record Ledger(Store store, Writer writer, Engine engine) {}

  /** Makes up for what a crash or a change of keys has left. */
  public static VaultWiring begin(
      Config config, VaultKeySource key, AuditKeyFile auditKey, Ledger ledger)
      throws StartRefused, IOException {
    Writer commits = ledger.writer;
    Engine engine = ledger.engine;
    Secrets secrets = new Secrets(commits, engine, key.vault());
    VaultKeys keys = new VaultKeys(commits, engine, key.vault(), key);
    Map<String, Long> needed = engine.read(VaultKeys::needed);
    if (!key.known().containsAll(needed.keySet())) {
      int lost = VaultKeys.discard(commits, engine, key.known());
      log.warn("{} secrets were destroyed, because their vault key is lost", lost);
    }
    try {
      secrets.prepare(OtherNodes.areNone(ledger.store));
    } catch (SecretLost e) {
      key.discard();
      commits.close();
      throw OtherNodes.withoutKey(
          ledger.store,
          "The ledger is encrypted with a vault key that another node has just created: %s"
              .formatted(e.getMessage()));
    }
    keys.rewrap();
    boolean beside = isBeside(config);
    if (key.isNew() && !beside) {
      log.info("created a vault key in {}", config.vault().file());
    }
    return new VaultWiring(
        ledger,
        secrets,
        keys,
        beside && !needed.isEmpty()
            ? List.of(
                new StatusView.Warning(
                    Warnings.Code.VAULT_KEY_BESIDE_DATA.wire(),
                    "The vault key is in the data folder. Choose another place with "
                        + "vault.key_file."))
            : List.of(),
        () -> missing(engine, keys, auditKey));
  }

  /** Keys that were changed at another node and have not come to this one. */
  private static List<StatusView.Warning> missing(
      Engine engine, VaultKeys keys, AuditKeyFile auditKey) {
    if (!engine.cluster().isShared()) {
      return List.of();
    }
    List<StatusView.Warning> found = new ArrayList<>();
    try {
      String signing = engine.read(AuditKeys::newest);
      if (signing != null && auditKey.find(signing) == null) {
        found.add(
            new StatusView.Warning(
                Warnings.Code.AUDIT_KEY_MISSING.wire(),
                "The audit ledger is signed with the key %s, which this node does not have. Copy it to this node's audit.key_file."
                    .formatted(signing)));
      }
      String wrapping = keys.missing();
      if (wrapping != null) {
        found.add(
            new StatusView.Warning(
                Warnings.Code.VAULT_KEY_MISSING.wire(),
                "The secrets are encrypted with the vault key %s, which this node does not have. Give this node that key."
                    .formatted(wrapping)));
      }
    } catch (StoreFailure _) {
      // That the database cannot be asked is told by others.
    }
    return found;
  }

  public List<StatusView.Warning> and(List<StatusView.Warning> others) {
    return Stream.of(lasting, missing.get(), others).flatMap(List::stream).toList();
  }

  /** What makes backups; whatever an earlier one left unfinished is gone. */
  public static Backups backups(
      Config config, Path folder, String version, InstantSource clock, AuditKeys auditKeys)
      throws IOException {
    return new Backups(
            folder,
            config.workspaceRoot(),
            config.database().isEmpty(),
            version,
            clock,
            auditKeys,
            config.auditKeyFile(),
            places(config))
        .clear();
  }

  /** Every file that has, had or will have the key. */
  public static List<Path> places(Config config) {
    Path previous = config.vault().previousFile();
    return Stream.of(config.vault().file(), previous == null ? config.vault().file() : previous)
        .flatMap(file -> VaultKeySource.places(file).stream())
        .distinct()
        .toList();
  }

  /** Whether a copy of the data folder would hold the key too. */
  public static boolean isBeside(Config config) {
    Path data = config.data().toAbsolutePath().normalize();
    return config.vault().isFile()
        && config.vault().file().toAbsolutePath().normalize().startsWith(data);
  }
}

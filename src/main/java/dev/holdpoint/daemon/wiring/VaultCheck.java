package dev.holdpoint.daemon.wiring;

import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.doctor.DoctorFinding;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.secret.VaultKeys;
import dev.holdpoint.store.Stores;
import dev.holdpoint.vault.KeyRefused;
import dev.holdpoint.vault.TinkVault;
import dev.holdpoint.vault.VaultKeySource;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The key of the vault, read as a start would and left as it is. */
public final class VaultCheck {
  private static final String CHECK = "vault_key";
  private static final Needs NONE = new Needs(Map.of(), Set.of());

  private final Config config;
  private final boolean inUse;

  public VaultCheck(Config config, boolean inUse) {
    this.config = config;
    this.inUse = inUse;
  }

  private record Needs(Map<String, Long> needed, Set<String> inUse) {}

  DoctorFinding look() {
    VaultKeySource.Settings settings = config.vault();
    if (settings.command() != null) {
      // It may leave a trace where it gets the key; the start alone asks it.
      return DoctorFinding.ok(CHECK, "vault.key_command provides it at the start");
    }
    Needs needs = needs();
    try {
      String id = VaultKeySource.look(settings, needs.needed, needs.inUse);
      if (id == null) {
        return DoctorFinding.ok(CHECK, "none yet; the first start creates " + settings.file());
      }
      if (VaultWiring.isBeside(config) && !needs.needed.isEmpty()) {
        return DoctorFinding.warn(
            CHECK,
            "%s is stored beside the secrets that it protects".formatted(settings.file()),
            "move it and set vault.key_file (docs/vault.md)");
      }
      TinkVault vault = atHand();
      if (vault != null && !needs.inUse.stream().allMatch(vault::has)) {
        return DoctorFinding.warn(
            CHECK,
            "the key %s is not the one that sealed what the daemon keeps for itself".formatted(id),
            "put the key back that was in %s; a start with this one makes those values again"
                .formatted(settings.isFile() ? settings.file() : "the environment"));
      }
      return DoctorFinding.ok(
          CHECK,
          "the key %s, from %s%s"
              .formatted(
                  id,
                  settings.isFile() ? settings.file() : "the environment",
                  VaultWiring.isBeside(config)
                      ? ", in the data folder that it protects; vault.key_file names another place"
                      : ""));
    } catch (KeyRefused e) {
      return DoctorFinding.fail(
          CHECK, String.valueOf(e.getMessage()), "docs/vault.md explains how to continue");
    } catch (IOException e) {
      return DoctorFinding.fail(
          CHECK,
          "%s cannot be read: %s".formatted(settings.file(), e.getClass().getSimpleName()),
          "give the daemon's user access (chown)");
    }
  }

  /** See {@link Secrets#flaws}; nothing where no key is at hand, which {@link #unopened} says. */
  public Function<Secret, @Nullable String> flaws() {
    TinkVault vault = atHand();
    return vault == null ? _ -> null : Secrets.flaws(vault);
  }

  /** Says that sealed values are not opened, where no key is at hand; null where they are. */
  public @Nullable DoctorFinding unopened() {
    return atHand() == null
        ? DoctorFinding.ok("secrets", "not opened: the vault key is not at hand here")
        : null;
  }

  private @Nullable TinkVault atHand() {
    try {
      return config.vault().command() == null ? VaultKeySource.visit(config.vault()) : null;
    } catch (KeyRefused | IOException _) {
      // What look() says of the key.
      return null;
    }
  }

  /** A SQLite file that a daemon has open is that daemon's to read. */
  private Needs needs() {
    String database = config.database().map(URI::toString).orElse(null);
    if (database == null && (inUse || !Files.exists(config.data().resolve(Stores.LEDGER)))) {
      return NONE;
    }
    try {
      return Stores.visit(
              database,
              config.data(),
              queries -> new Needs(VaultKeys.needed(queries), queries.safe().countByKey().keySet()))
          .orElse(NONE);
    } catch (StoreFailure _) {
      // Told where the ledger itself is looked at.
      return NONE;
    }
  }
}

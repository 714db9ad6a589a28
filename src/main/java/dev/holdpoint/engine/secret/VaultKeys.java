package dev.holdpoint.engine.secret;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.SecretLost;
import dev.holdpoint.engine.port.Vault;
import dev.holdpoint.engine.port.WrappingKeys;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.SecretQueries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key that wraps the keys of secrets, and how one follows another: the new one is put beside
 * the old, what is stored is wrapped again some at a time, and the old one goes when nothing needs
 * it any more. A crash in between is made up for at the next start.
 */
public final class VaultKeys {
  private static final Logger log = LoggerFactory.getLogger(VaultKeys.class);
  private static final int AT_ONCE = 100;

  private final Commits commits;
  private final Engine engine;
  private final Vault vault;
  private final WrappingKeys keys;

  public VaultKeys(Commits commits, Engine engine, Vault vault, WrappingKeys keys) {
    this.commits = commits;
    this.engine = engine;
    this.vault = vault;
    this.keys = keys;
  }

  /**
   * What there is to tell.
   *
   * @param older how many secrets an older key has wrapped
   */
  public record Status(String keyId, String source, long secrets, long older) {}

  /**
   * How many secrets each key has wrapped, without what the ledger keeps for itself: that can be
   * made again.
   */
  public static Map<String, Long> needed(Queries queries) {
    SecretQueries safe = queries.safe();
    Map<String, Long> counts = new HashMap<>(safe.countByKey());
    for (Secret own : safe.of(Secrets.LEDGER)) {
      counts.computeIfPresent(
          own.sealed().wrappedBy(), (_, count) -> count == 1 ? null : count - 1);
    }
    return counts;
  }

  public Status status() {
    String newest = vault.keyId();
    Map<String, Long> counts = engine.read(VaultKeys::needed);
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return new Status(newest, keys.source(), all, all - counts.getOrDefault(newest, 0L));
  }

  public Turn rotate(@Nullable IdempotencyKey idempotency) {
    return rotate(idempotency, _ -> {});
  }

  /**
   * Lets a new key wrap from here on, and wraps again whatever there is.
   *
   * @param first called with the id of the key in force before there is another; where it throws,
   *     nothing is changed
   */
  public synchronized Turn rotate(@Nullable IdempotencyKey idempotency, Consumer<String> first) {
    if (!keys.canPrepare()) {
      throw Problem.VAULT_KEY_ELSEWHERE
          .because(
              "The vault key comes from the "
                  + keys.source()
                  + ": restart the daemon with the new key there and the old key in "
                  + "vault.previous_key or vault.previous_key_file.")
          .asException();
    }
    boolean done =
        commits.commit(
            change -> {
              follow(vault, change.secrets.of(Secrets.LEDGER));
              return OncePerKey.replay(change, idempotency).isPresent();
            });
    if (done) {
      return new Turn(status(), true);
    }
    rewrap();
    long damaged = status().older();
    if (damaged > 0) {
      throw Problem.VAULT_DAMAGED
          .because(
              "%d secrets were changed or moved in the database and cannot be decrypted. Remove them, or the conversations they belong to, and try again."
                  .formatted(damaged))
          .asException();
    }
    first.accept(vault.keyId());
    try {
      keys.prepare();
    } catch (IOException e) {
      throw Problem.UNAVAILABLE
          .because(
              "The new key could not be written (" + e.getMessage() + "). Nothing was changed.")
          .asException();
    }
    rewrap();
    // After all of it: a call that was cut off before does it once more, which harms nothing.
    commits.commit(
        change -> {
          // Another node may have been asked with the same key.
          if (OncePerKey.replay(change, idempotency).isEmpty()) {
            OncePerKey.remember(change, idempotency, 0);
          }
          return change;
        });
    return new Turn(status(), false);
  }

  /**
   * @param replayed whether an earlier call with the same idempotency key did it
   */
  public record Turn(Status status, boolean replayed) {}

  /** Takes up the key that the ledger's own secrets are wrapped by. */
  static void follow(Vault vault, List<Secret> own) {
    for (Secret secret : own) {
      if (!vault.follow(secret.sealed().wrappedBy())) {
        throw Problem.UNAVAILABLE
            .because(
                "Another node changed the vault key to %s, and this node has %s. Give this node the new key, or start it with both. Nothing was changed."
                    .formatted(secret.sealed().wrappedBy(), vault.keyId()))
            .asException();
      }
    }
  }

  /** The key that the ledger's own secrets are wrapped by, if it cannot be had here; else null. */
  public @Nullable String missing() {
    for (Secret secret : engine.read(queries -> queries.safe().of(Secrets.LEDGER))) {
      try {
        vault.open(secret.sealed(), secret.about());
      } catch (SecretLost _) {
        return secret.sealed().wrappedBy();
      }
    }
    return null;
  }

  /** Finishes what an earlier change of keys has left. */
  public synchronized void rewrap() {
    int idle = 0;
    // What was sealed right before the change may be in the same transaction as the first look.
    while (idle < 2) {
      int done = commits.commit(this::rewrapSome);
      idle = done == 0 ? idle + 1 : 0;
    }
    try {
      keys.settle(inUse());
    } catch (IOException e) {
      throw Problem.UNAVAILABLE
          .because(
              "The new key is in use, but its file could not be moved (%s). The next start moves it."
                  .formatted(e.getMessage()))
          .asException();
    }
  }

  private Set<String> inUse() {
    return engine.read(queries -> new HashSet<>(queries.safe().countByKey().keySet()));
  }

  private int rewrapSome(Change change) {
    List<Secret> older = change.queries().safe().wrappedByOthers(vault.keyId(), AT_ONCE);
    int done = 0;
    for (Secret stored : older) {
      // An earlier work of the same transaction may have destroyed it, or let it be used.
      for (Secret now : change.secrets.of(stored.owner())) {
        if (now.key() == stored.key()) {
          done += rewrap(change, now);
        }
      }
    }
    return done;
  }

  /** One that does not open stays as it is, and with it the key that it may need. */
  private int rewrap(Change change, Secret secret) {
    try {
      change.secrets.put(secret.sealed(vault.rewrap(secret.sealed(), secret.about())));
      return 1;
    } catch (SecretLost e) {
      log.error("a secret of {} keeps its previous key: {}", secret.owner(), e.getMessage());
      return 0;
    }
  }

  /** Destroys what only a key that is lost could open; gives how many. */
  public static int discard(Commits commits, Engine engine, Set<String> known) {
    int count = 0;
    while (true) {
      List<Secret> lost = engine.read(queries -> lost(queries.safe(), known));
      if (lost.isEmpty()) {
        return count;
      }
      count += lost.size();
      commits.commit(
          change -> {
            lost.forEach(change.secrets::shred);
            return lost;
          });
    }
  }

  private static List<Secret> lost(SecretQueries safe, Set<String> known) {
    List<Secret> lost = new ArrayList<>();
    for (String key : safe.countByKey().keySet()) {
      if (!known.contains(key)) {
        lost.addAll(safe.wrappedBy(key, AT_ONCE));
      }
    }
    return lost;
  }
}

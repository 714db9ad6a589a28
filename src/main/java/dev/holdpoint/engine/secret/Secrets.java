package dev.holdpoint.engine.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.secret.Placeholders;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.SecretLost;
import dev.holdpoint.engine.port.Vault;
import dev.holdpoint.engine.port.store.Queries;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values that conversations and approver keys have in the vault. They come in and are used;
 * nothing here gives one out but to a tool that is about to run and to the check of a signature.
 */
public final class Secrets {
  public static final int MOST_AT_ONCE = 50;
  public static final int MOST_BYTES = 64 * 1024;

  /** All of them are at hand while a tool runs. */
  public static final int MOST = 200;

  private static final long MOST_BYTES_IN_ALL = 4L << 20;

  private static final String PREFIX = "sec_";

  /** What the ledger itself keeps in its vault. */
  static final String LEDGER = "ledger";

  private static final String FINGERPRINTS = "FINGERPRINTS";
  private static final int FINGERPRINT_KEY_BYTES = 32;

  private final Commits commits;
  private final Engine engine;
  private final Vault vault;

  public Secrets(Commits commits, Engine engine, Vault vault) {
    this.commits = commits;
    this.engine = engine;
    this.vault = vault;
  }

  /**
   * Gives the vault the ledger's key for fingerprints, which is made with the first start.
   *
   * @param alone whether it may be made again when the key is gone that it was sealed under
   * @throws SecretLost when it may not, because other nodes use it
   */
  public void prepare(boolean alone) {
    byte[] known = fingerprintKey(alone);
    if (known == null) {
      byte[] made = new byte[FINGERPRINT_KEY_BYTES];
      new SecureRandom().nextBytes(made);
      Set<Long> before = own(engine.read(queries -> queries.safe().of(LEDGER)));
      commits.commit(
          change -> {
            // Another node that starts may have been quicker.
            if (own(change.secrets.of(LEDGER)).equals(before)) {
              seal(change, LEDGER, FINGERPRINTS, made);
            }
            return made;
          });
      known = Objects.requireNonNull(fingerprintKey(false));
    }
    vault.macWith(known);
  }

  private static Set<Long> own(List<Secret> secrets) {
    return secrets.stream().map(Secret::key).collect(Collectors.toSet());
  }

  private byte @Nullable [] fingerprintKey(boolean alone) {
    try {
      return engine.read(queries -> open(queries, LEDGER, FINGERPRINTS));
    } catch (SecretLost lost) {
      if (!alone) {
        throw lost;
      }
      return null;
    }
  }

  /**
   * What all nodes have the same: the ledger's own, unless it has none yet, or whoever comes with
   * another is alone.
   */
  public byte[] shared(String alias, byte[] brought, boolean alone) {
    return commits.commit(
        change -> {
          byte[] there = ifOpens(change.queries(), alias);
          if (there != null && !alone) {
            return there;
          }
          if (!Arrays.equals(there, brought)) {
            seal(change, LEDGER, alias, brought);
          }
          return brought;
        });
  }

  private byte @Nullable [] ifOpens(Queries queries, String alias) {
    try {
      return open(queries, LEDGER, alias);
    } catch (SecretLost _) {
      return null;
    }
  }

  private void seal(Change change, String owner, String alias, byte[] value) {
    put(change, change.secrets.of(owner), Tenants.ROOT, owner, alias, value, null);
  }

  /**
   * Which key wraps is what the ledger says: nothing may be sealed under one that other nodes have
   * given up.
   */
  private void followKey(Change change) {
    if (engine.cluster().isShared()) {
      VaultKeys.follow(vault, change.secrets.of(LEDGER));
    }
  }

  /** What is wrong with them, with pointers into {@code /secrets}; never a value. */
  public static List<Refusal.Fault> faults(Map<String, String> values) {
    List<Refusal.Fault> faults = new ArrayList<>();
    if (values.isEmpty() || values.size() > MOST_AT_ONCE) {
      faults.add(
          new Refusal.Fault("/secrets", "must have 1 to %d members".formatted(MOST_AT_ONCE)));
      return faults;
    }
    values.forEach(
        (alias, value) -> {
          String pointer = pointer(alias);
          if (!Placeholders.isAlias(alias)) {
            faults.add(
                new Refusal.Fault(
                    pointer, "must be an uppercase letter followed by up to 63 of A-Z, 0-9 and _"));
          }
          if (value.isEmpty()) {
            faults.add(new Refusal.Fault(pointer, "must not be empty"));
          } else if (!isText(value)) {
            faults.add(new Refusal.Fault(pointer, "must be valid Unicode text"));
          } else if (value.length() > MOST_BYTES || value.getBytes(UTF_8).length > MOST_BYTES) {
            faults.add(new Refusal.Fault(pointer, "must be at most 64 KiB in UTF-8"));
          }
        });
    return faults;
  }

  /** Where a secret of this name, which may be none, stands in a body. */
  public static String pointer(String alias) {
    return "/secrets/" + alias.replace("~", "~0").replace("/", "~1");
  }

  private static boolean isText(String value) {
    try {
      UTF_8.newEncoder().encode(CharBuffer.wrap(value));
      return true;
    } catch (CharacterCodingException _) {
      return false;
    }
  }

  /**
   * Seals them and puts them in place of those with the same alias.
   *
   * @param heldFor the approval that must be settled before anybody sees them; null to use them at
   *     once
   */
  public void put(
      Change change,
      String tenantId,
      String conversationId,
      Map<String, String> values,
      @Nullable String heldFor) {
    List<Refusal.Fault> faults = faults(values);
    if (!faults.isEmpty()) {
      Refusal.Fault first = faults.getFirst();
      throw Problem.INVALID_REQUEST
          .because(
              "The secrets are not valid. Correct the fields in errors and send the "
                  + "request again. Nothing was changed.")
          .at(first.pointer(), first.message())
          .asException();
    }
    followKey(change);
    List<Secret> before = change.secrets.of(conversationId);
    checkRoom(before, values);
    values.forEach(
        (alias, value) ->
            put(change, before, tenantId, conversationId, alias, value.getBytes(UTF_8), heldFor));
  }

  private static void checkRoom(List<Secret> before, Map<String, String> more) {
    Set<String> aliases = new HashSet<>(more.keySet());
    long bytes = more.values().stream().mapToLong(value -> value.getBytes(UTF_8).length).sum();
    for (Secret secret : before) {
      aliases.add(secret.alias());
      bytes += more.containsKey(secret.alias()) ? 0 : secret.sealed().ciphertext().length;
    }
    if (aliases.size() > MOST || bytes > MOST_BYTES_IN_ALL) {
      throw Problem.INVALID_REQUEST
          .because(
              "A conversation can have at most %d secrets and 4 MiB in total. Remove secrets that are no longer needed."
                  .formatted(MOST))
          .at("/secrets", "would exceed %d secrets or 4 MiB".formatted(MOST))
          .asException();
    }
  }

  private void put(
      Change change,
      List<Secret> before,
      String tenantId,
      String owner,
      String alias,
      byte[] value,
      @Nullable String heldFor) {
    long since = change.nowMs();
    for (Secret old : before) {
      if (old.alias().equals(alias)) {
        if (old.isLive()) {
          since = old.createdAtMs();
        }
        if (Objects.equals(old.heldFor(), heldFor)) {
          change.secrets.shred(old);
        }
      }
    }
    long key = Ulid.keyOf(PREFIX, change.newId(PREFIX)).orElseThrow();
    change.secrets.put(
        new Secret(
            key,
            owner,
            alias,
            tenantId,
            since,
            change.nowMs(),
            vault.seal(value, Secret.about(tenantId, owner, alias, key)),
            heldFor));
  }

  /**
   * Lets what was sent with an approval be used, or destroys it.
   *
   * @param keep whether the approval was granted
   */
  static void settle(Change change, String conversationId, String approvalId, boolean keep) {
    List<Secret> all = change.secrets.of(conversationId);
    Map<String, Secret> live = new HashMap<>();
    all.stream().filter(Secret::isLive).forEach(secret -> live.put(secret.alias(), secret));
    for (Secret held : all) {
      if (!approvalId.equals(held.heldFor())) {
        continue;
      }
      if (!keep) {
        change.secrets.shred(held);
        continue;
      }
      Secret old = live.get(held.alias());
      if (old != null) {
        change.secrets.shred(old);
      }
      change.secrets.put(
          held.live(change.nowMs(), old == null ? held.createdAtMs() : old.createdAtMs()));
    }
  }

  /** Destroys all that this owner has, held or not. */
  public void shred(Change change, String owner) {
    destroy(change, owner);
  }

  public static void destroy(Change change, String owner) {
    change.secrets.of(owner).forEach(change.secrets::shred);
  }

  /** Those that are in use, by alias. Nothing in them can be read without the vault. */
  public List<Secret> list(Queries queries, String owner) {
    return queries.safe().of(owner).stream().filter(Secret::isLive).toList();
  }

  /** Destroys one; false when there is none in use under this alias. */
  public boolean remove(Change change, String conversationId, String alias) {
    List<Secret> those =
        change.secrets.of(conversationId).stream()
            .filter(secret -> secret.isLive() && secret.alias().equals(alias))
            .toList();
    those.forEach(change.secrets::shred);
    return !those.isEmpty();
  }

  /**
   * The values of one conversation, for a tool that is about to run.
   *
   * @throws SecretLost when one of them does not open
   */
  public SecretValues reveal(String conversationId) {
    try {
      return opened(conversationId);
    } catch (SecretLost changing) {
      // The vault's key may just have been changed, after they were read.
      return opened(conversationId);
    }
  }

  private SecretValues opened(String conversationId) {
    Map<String, String> values = new HashMap<>();
    for (Secret secret : engine.read(queries -> list(queries, conversationId))) {
      values.put(secret.alias(), new String(vault.open(secret.sealed(), secret.about()), UTF_8));
    }
    return SecretValues.of(values);
  }

  /**
   * Those of the run's conversation; none for a session of the root tenant, which has no vault.
   *
   * @throws SecretLost when one of them does not open
   */
  public SecretValues reveal(Run run) {
    if (run.head().tenantId().equals(Tenants.ROOT)) {
      return SecretValues.NONE;
    }
    Session session = engine.read(queries -> queries.session(run.head().sessionKey()));
    return session == null ? SecretValues.NONE : reveal(session.conversationId());
  }

  /** Why it does not open; null where it does. The value is forgotten at once. */
  private static @Nullable String flaw(Vault vault, Secret secret) {
    try {
      Arrays.fill(vault.open(secret.sealed(), secret.about()), (byte) 0);
      return null;
    } catch (SecretLost lost) {
      return lost.getMessage();
    }
  }

  public Function<Secret, @Nullable String> flaws() {
    return flaws(vault);
  }

  /**
   * Gives why a sealed value does not open. Nothing is said of values under a key that is not here,
   * which has a warning of its own: they are not damaged.
   */
  public static Function<Secret, @Nullable String> flaws(Vault vault) {
    Map<String, Boolean> atHand = new HashMap<>();
    return secret ->
        atHand.computeIfAbsent(secret.sealed().wrappedBy(), vault::has)
            ? flaw(vault, secret)
            : null;
  }

  /** Seals bytes that belong to no conversation. */
  public void keep(Change change, String tenantId, String owner, String alias, byte[] value) {
    followKey(change);
    put(change, change.secrets.of(owner), tenantId, owner, alias, value, null);
  }

  /**
   * @return null when there is no such value
   * @throws SecretLost when it does not open
   */
  public byte @Nullable [] open(Queries queries, String owner, String alias) {
    for (Secret secret : list(queries, owner)) {
      if (secret.alias().equals(alias)) {
        return vault.open(secret.sealed(), secret.about());
      }
    }
    return null;
  }
}

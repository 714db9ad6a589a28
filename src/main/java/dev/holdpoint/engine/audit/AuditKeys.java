package dev.holdpoint.engine.audit;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.SigningKeys;
import dev.holdpoint.engine.port.store.AuditQueries;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The keys with which the ledger is signed, and how one follows another. */
public final class AuditKeys {
  private final Commits commits;
  private final SigningKeys keys;

  public AuditKeys(Commits commits, SigningKeys keys) {
    this.commits = commits;
    this.keys = keys;
  }

  Commits commits() {
    return commits;
  }

  /** What puts reads of the ledger, and all that is done to files, on record. */
  public AdminActs acts() {
    return new AdminActs(commits);
  }

  /** The record that brought each key, in order. */
  public static List<Checkpoint> introductions(AuditQueries trail) {
    Map<String, Checkpoint> first = new LinkedHashMap<>();
    for (Checkpoint checkpoint : trail.keyCheckpoints()) {
      Checkpoint.OfKey key = checkpoint.key();
      if (key != null) {
        first.putIfAbsent(key.keyId(), checkpoint);
      }
    }
    return new ArrayList<>(first.values());
  }

  /** The id of the key that signs now; null in a ledger that has none yet. */
  public static @Nullable String newest(AuditQueries trail) {
    List<Checkpoint> all = introductions(trail);
    Checkpoint.OfKey last = all.isEmpty() ? null : all.getLast().key();
    return last == null ? null : last.keyId();
  }

  /** The key that signs now. */
  public Signer inForce(AuditQueries trail) {
    String newest = newest(trail);
    Signer signer = newest == null ? null : keys.find(newest);
    if (signer == null) {
      throw Problem.UNAVAILABLE
          .because(
              "This node does not have the audit key %s, which signs. Copy it to this node's audit.key_file. Nothing was changed."
                  .formatted(newest))
          .asException();
    }
    return signer;
  }

  /**
   * Begins the ledger, so that its first key is on record before anything is done outside.
   *
   * @return the id of the key that signs; another one's if another node was quicker
   */
  public String begin(Signer first) {
    return commits.commit(
        change -> {
          String newest = newest(change.queries());
          if (newest == null) {
            change.signWith(first);
          }
          return newest == null ? first.keyId() : newest;
        });
  }

  /**
   * Begins the chain of administration with all tokens, approver keys and policies that there are,
   * so that what was there before is as good as what its records introduce. Once in a ledger, in
   * one commit.
   */
  public void adoptState() {
    commits.commit(
        change -> {
          Queries queries = change.queries();
          if (queries.lastAction(0) != null) {
            return false;
          }
          List<ObjectNode> parts =
              AdoptedState.of(
                  queries,
                  RecordWalk.of(queries, ApproverKey.KIND, null).toList(),
                  RecordWalk.of(queries, Tenant.KIND, null).toList());
          parts.forEach(what -> ChainRecords.administer(change, AdminTarget.STATE_ADOPTED, what));
          return true;
        });
  }

  /**
   * Puts on record that the caller is about to read the whole ledger, before the first byte of it.
   */
  public void exporting() {
    commits.commit(
        change -> {
          ChainRecords.administer(change, AdminTarget.AUDIT_EXPORT, JsonTree.object());
          return true;
        });
  }

  /**
   * Lets a new key sign from here on.
   *
   * @return the record that brings it
   */
  public synchronized Brought rotate(@Nullable IdempotencyKey idempotency) {
    // An earlier rotation may have been committed without anybody hearing of it.
    settle("Nothing was changed");
    Optional<Checkpoint> earlier = commits.commit(change -> earlier(change, idempotency));
    if (earlier.isPresent()) {
      return new Brought(earlier.get(), true);
    }
    Signer next;
    try {
      next = keys.prepare();
    } catch (IOException e) {
      throw Problem.UNAVAILABLE
          .because(
              "The new key could not be written (" + e.getMessage() + "). Nothing was changed.")
          .asException();
    }
    commits.commit(
        change -> {
          // Another node may have been asked at the same time.
          if (earlier(change, idempotency).isEmpty()) {
            change.signWith(next);
            OncePerKey.remember(change, idempotency, introductions(change.queries()).size());
          }
          return next;
        });
    return new Brought(settle("The new key is now in use"), false);
  }

  /**
   * @param replayed whether an earlier call with the same idempotency key brought it
   */
  public record Brought(Checkpoint introduction, boolean replayed) {}

  /** What the key stands for is the place of the new key among all. */
  private static Optional<Checkpoint> earlier(Change change, @Nullable IdempotencyKey idempotency) {
    OptionalLong place = OncePerKey.replay(change, idempotency);
    return place.isEmpty()
        ? Optional.empty()
        : Optional.of(introductions(change.queries()).get(Math.toIntExact(place.getAsLong())));
  }

  /** What must not be done while one key follows another. */
  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }

  /** Does it between two changes of keys; one that is asked for meanwhile waits. */
  public synchronized void betweenChanges(Work work) throws IOException {
    work.run();
  }

  /** Asks in a transaction of the writer, which comes after all that were begun before. */
  private Checkpoint settle(String sofar) {
    List<Checkpoint> known = commits.commit(change -> introductions(change.queries()));
    Checkpoint newest = known.getLast();
    Checkpoint.OfKey key = newest.key();
    if (key == null) {
      throw new IllegalStateException("an introduction without a key");
    }
    try {
      keys.settle(key.keyId());
    } catch (IOException e) {
      throw Problem.UNAVAILABLE
          .because(
              "%s, but the key file could not be moved (%s). The next start moves it."
                  .formatted(sofar, e.getMessage()))
          .asException();
    }
    return newest;
  }
}

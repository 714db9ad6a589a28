package dev.holdpoint.store.sql;

import dev.holdpoint.core.content.Asset;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.DeepWalk.Seen;
import dev.holdpoint.store.sql.DeepWalk.Spot;
import dev.holdpoint.store.sql.DeepWalk.Step;
import dev.holdpoint.store.sql.Statements.Bind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks rows against things outside of their document: sealed values against the vault, and assets
 * against the stored files that they name.
 */
public final class OutsideWalk {
  private static final int AT_ONCE = 20;

  /** More of them say nothing new. */
  private static final int MOST = 100;

  /** The end of the last table of documents: a walk that goes on from there does all of this. */
  private static final Spot SPOT = new Spot("checkpoints", List.of(Long.MAX_VALUE));

  private final Statements sql;
  private final Outside outside;
  private final Seen before;
  private final Step step;
  private final List<String> found = new ArrayList<>();
  private long secrets;
  private boolean stopped;

  /**
   * @param lacks whether there is no stored file with this SHA-256
   * @param flaw why a sealed value does not open, without the value; null where it opens
   */
  public record Outside(Predicate<String> lacks, Function<Secret, @Nullable String> flaw) {
    /** The same where stored files can be in a second place. */
    public Outside unless(Predicate<String> alsoThere) {
      return new Outside(lacks.and(alsoThere.negate()), flaw);
    }
  }

  /** A row and its key. */
  private record Keyed<T>(long key, T value) {}

  private OutsideWalk(Statements sql, Outside outside, Seen before, Step step) {
    this.sql = sql;
    this.outside = outside;
    this.before = before;
    this.step = step;
  }

  /**
   * @param before what was read already
   */
  public static Seen over(Statements sql, Outside outside, Seen before, Step step) {
    OutsideWalk walk = new OutsideWalk(sql, outside, before, step);
    walk.read("secrets", walk::secretsAfter, walk::checkSecret);
    walk.read("records " + Asset.KIND.code(), walk::assetsAfter, walk::checkAsset);
    return new Seen(walk.secrets, walk.found);
  }

  private <T> void read(String place, LongFunction<List<Keyed<T>>> next, Consumer<Keyed<T>> check) {
    long after = Long.MIN_VALUE;
    while (!stopped) {
      List<Keyed<T>> some;
      try {
        some = next.apply(after);
        some.forEach(check);
      } catch (StoreFailure e) {
        if (!sql.isDamage(e)) {
          throw e;
        }
        note("%s: some rows cannot be read: %s".formatted(place, e.getMessage()));
        return;
      }
      stopped = !step.goOn(SPOT, before.and(new Seen(secrets, found)));
      if (some.size() < AT_ONCE) {
        return;
      }
      long last = some.getLast().key;
      if (last <= after) {
        note("%s: what follows %d is out of order, and was not read".formatted(place, after));
        return;
      }
      after = last;
    }
  }

  private List<Keyed<Secret>> secretsAfter(long key) {
    return new SecretRows(sql)
        .after(key, AT_ONCE).stream().map(one -> new Keyed<>(one.key(), one)).toList();
  }

  private void checkSecret(Keyed<Secret> row) {
    secrets++;
    String flaw = outside.flaw.apply(row.value);
    if (flaw == null) {
      return;
    }
    // The vault's key may have been changed, or the secret removed, since the row was read.
    List<Secret> now = new SecretRows(sql).after(row.key - 1, 1);
    if (!now.isEmpty() && now.getFirst().key() == row.key) {
      String still = outside.flaw.apply(now.getFirst());
      if (still != null) {
        note("secrets %d: %s".formatted(row.key, still));
      }
    }
  }

  private List<Keyed<String>> assetsAfter(long key) {
    return sql.list(
        "SELECT key, doc FROM records WHERE kind = ? AND key > ? ORDER BY key LIMIT ?",
        Bind.numbers(Asset.KIND.code(), key, AT_ONCE),
        row -> new Keyed<>(row.getLong(1), Objects.requireNonNullElse(row.getString(2), "")));
  }

  private void checkAsset(Keyed<String> row) {
    String sha256;
    try {
      sha256 = Documents.record(Asset.class, row.value).sha256();
    } catch (RuntimeException _) {
      // The walk of the documents has reported it.
      return;
    }
    // The record goes before its file does: one that is still there afterwards lacks its file.
    if (outside.lacks.test(sha256) && isThere(row.key)) {
      note(
          "records %d/%d: its stored file %s is missing"
              .formatted(Asset.KIND.code(), row.key, sha256));
    }
  }

  private boolean isThere(long key) {
    return sql.number(
            "SELECT count(*) FROM records WHERE kind = ? AND key = ?",
            Bind.numbers(Asset.KIND.code(), key))
        > 0;
  }

  private void note(String what) {
    if (found.size() < MOST) {
      found.add(what);
    }
  }
}

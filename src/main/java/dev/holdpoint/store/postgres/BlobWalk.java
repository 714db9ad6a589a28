package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.sql.DeepWalk.Seen;
import dev.holdpoint.store.sql.DeepWalk.Spot;
import dev.holdpoint.store.sql.DeepWalk.Step;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Statements.Bind;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the stored files of a database, piece by piece, and compares them with their names. */
final class BlobWalk {
  static final String BLOBS = "blobs";
  private static final int AT_ONCE = 100;

  private final Statements sql;
  private final Seen before;
  private final Step step;
  private final List<String> found = new ArrayList<>();
  private long files;
  private boolean stopped;

  /**
   * @param before what was read already
   */
  BlobWalk(Statements sql, Seen before, Step step) {
    this.sql = sql;
    this.before = before;
    this.step = step;
  }

  Seen read() {
    String after = "";
    List<String> names = names(after);
    while (!names.isEmpty() && !stopped) {
      names.forEach(this::checkIfLegible);
      after = names.getLast();
      names = names(after);
    }
    return new Seen(files, found);
  }

  private List<String> names(String after) {
    try {
      return sql.list(
          "SELECT name FROM blobs WHERE piece = 0 AND name > ? ORDER BY name LIMIT " + AT_ONCE,
          Bind.text(after),
          row -> row.getString(1));
    } catch (StoreFailure e) {
      note(e, "blobs: the stored files after '%s'".formatted(after));
      return List.of();
    }
  }

  private void checkIfLegible(String name) {
    try {
      check(name);
    } catch (StoreFailure e) {
      note(e, "blobs: the stored file " + name);
    }
  }

  private void note(StoreFailure e, String what) {
    if (!sql.isDamage(e)) {
      throw e;
    }
    found.add(what + " cannot be read: " + e.getMessage());
  }

  private void check(String name) {
    if (stopped) {
      return;
    }
    files++;
    MessageDigest digest = Digests.sha256();
    int piece = 0;
    for (byte[] bytes = piece(name, piece); bytes != null; bytes = piece(name, piece)) {
      digest.update(bytes);
      piece++;
      stopped = !step.goOn(new Spot(BLOBS, List.of()), before.and(new Seen(files, found)));
      if (stopped) {
        return;
      }
    }
    // One that was removed meanwhile is no damage.
    if (!HexFormat.of().formatHex(digest.digest()).equals(name) && piece(name, 0) != null) {
      found.add("blobs: the stored file %s does not match its checksum".formatted(name));
    }
  }

  static boolean has(Statements sql, String name) {
    return sql.number("SELECT count(*) FROM blobs WHERE name = ? AND piece = 0", Bind.text(name))
        > 0;
  }

  private byte @Nullable [] piece(String name, int number) {
    return sql.first(
        "SELECT bytes FROM blobs WHERE name = ? AND piece = ?",
        row -> {
          row.setString(1, name);
          row.setInt(2, number);
        },
        row -> row.getBytes(1));
  }
}

package dev.holdpoint.store.sqlite;

import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.store.sql.DeepWalk;
import dev.holdpoint.store.sql.OutsideWalk;
import dev.holdpoint.store.sql.Schema;
import dev.holdpoint.store.sql.Statements.Bind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;

/**
 * What a ledger's file says of itself.
 *
 * @param ledgerId empty when it has none yet
 * @param lastKey 0, as the other numbers, when this program cannot use its tables
 * @param faults what SQLite finds wrong with the file; empty when nothing is
 */
public record SqliteProbe(
    String ledgerId, Schema.State schema, long lastEventId, long lastKey, List<String> faults) {
  public SqliteProbe {
    faults = List.copyOf(faults);
  }

  /**
   * @throws StoreFailure when it cannot be read at all, or is not Holdpoint's
   */
  public static SqliteProbe at(Path database) {
    try (SqliteConnection visitor = visitor(database)) {
      List<String> said =
          visitor.sql.list("PRAGMA quick_check(5)", Bind.NOTHING, row -> row.getString(1));
      List<String> faults = said.equals(List.of("ok")) ? List.of() : said;
      Schema.State schema = Schema.state(visitor.sql, SqliteDialect.LIST_TABLES);
      if (!schema.isUsable()) {
        return new SqliteProbe("", schema, 0, 0, faults);
      }
      List<String> ids =
          visitor.sql.list(
              "SELECT value FROM meta WHERE name = 'ledger_id'",
              Bind.NOTHING,
              row -> row.getString(1));
      return new SqliteProbe(
          ids.isEmpty() ? "" : ids.getFirst(),
          schema,
          visitor.queries.lastEventId(),
          visitor.queries.lastKey(),
          faults);
    }
  }

  /** Empty when its tables are of a version that this program cannot use. */
  public static <T> Optional<T> visit(Path database, Function<Queries, T> query) {
    try (SqliteConnection visitor = visitor(database)) {
      return isUsable(visitor) ? Optional.of(query.apply(visitor.queries)) : Optional.empty();
    }
  }

  /**
   * Reads everything, also while a daemon writes; nothing is held up by it for long.
   *
   * @param inUse whether a daemon has it open: its log may be empty now and not a moment later
   * @param outside what is compared with rows
   * @return empty when its tables are of a version that this program cannot use
   */
  public static Optional<DeepWalk.Seen> deep(
      Path database, boolean inUse, OutsideWalk.Outside outside, ObjLongConsumer<String> progress) {
    try (SqliteConnection visitor = inUse ? ofLiving(database) : visitor(database)) {
      if (!isUsable(visitor)) {
        return Optional.empty();
      }
      progress.accept("pages", 0);
      List<String> said =
          visitor.sql.list("PRAGMA integrity_check(20)", Bind.NOTHING, row -> row.getString(1));
      DeepWalk.Seen seen =
          all(visitor, DeepWalk.Spot.BEGINNING, outside, DeepWalk.Step.telling(progress));
      List<String> found = new ArrayList<>(said.equals(List.of("ok")) ? List.of() : said);
      found.addAll(seen.found());
      return Optional.of(new DeepWalk.Seen(seen.documents(), found));
    }
  }

  private static boolean isUsable(SqliteConnection visitor) {
    return Schema.state(visitor.sql, SqliteDialect.LIST_TABLES).isUsable();
  }

  /**
   * What of the documents of a ledger that nobody writes to is not what was stored. Nothing is
   * known of tables that this program cannot use.
   */
  public static List<String> damaged(Path database) {
    try (SqliteConnection visitor = visitor(database)) {
      if (!isUsable(visitor)) {
        return List.of();
      }
      return DeepWalk.over(visitor.sql, DeepWalk.MANY, DeepWalk.Spot.BEGINNING, (_, _) -> true)
          .found();
    }
  }

  /**
   * Reads every document of a ledger that this process has open, each piece by itself: the log can
   * be written back in between.
   */
  public static DeepWalk.Seen walk(
      Path database, DeepWalk.Spot from, OutsideWalk.Outside outside, DeepWalk.Step step) {
    try (SqliteConnection visitor = ofLiving(database)) {
      return all(visitor, from, outside, step);
    }
  }

  private static DeepWalk.Seen all(
      SqliteConnection visitor,
      DeepWalk.Spot from,
      OutsideWalk.Outside outside,
      DeepWalk.Step step) {
    DeepWalk.Halting halting = new DeepWalk.Halting(step);
    DeepWalk.Seen documents = DeepWalk.over(visitor.sql, DeepWalk.MANY, from, halting);
    return halting.hasStopped()
        ? documents
        : documents.and(OutsideWalk.over(visitor.sql, outside, documents, halting));
  }

  private static SqliteConnection ofLiving(Path database) {
    SqliteLibrary.use(database.toAbsolutePath().getParent());
    return new SqliteFile(database.toString(), new SqliteDialect()).visitor();
  }

  /**
   * For a ledger that no daemon has open. Where nothing is in its log, SQLite may take the file as
   * it is. It would make a log and its index otherwise, and one who only reads cannot remove them.
   */
  static SqliteConnection visitor(Path database) {
    SqliteLibrary.use(database.toAbsolutePath().getParent());
    Path log = database.resolveSibling(database.getFileName() + "-wal");
    boolean settled = !Files.exists(log) || log.toFile().length() == 0;
    String name =
        settled && Files.exists(database) ? database.toUri() + "?immutable=1" : database.toString();
    return new SqliteFile(name, new SqliteDialect()).visitor();
  }
}

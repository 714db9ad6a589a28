package dev.holdpoint.store.sql;

import dev.holdpoint.engine.port.failure.Outdated;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.sql.Statements.Bind;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which version of the tables a database has. Flyway is only asked when that version is behind: a
 * start with the right tables does not pay for loading it. Tables of a newer version say which
 * programs they still admit, so that the nodes of a cluster can be upgraded one after the other.
 */
public final class Schema {
  private static final Logger log = LoggerFactory.getLogger(Schema.class);

  /** The number of the newest migration. */
  public static final int VERSION = 16;

  private static final String HISTORY = "flyway_schema_history";

  /** What each version has added in both databases. */
  private static final List<Set<String>> TABLES =
      List.of(
          Set.of("sessions", "runs", "gates", "journal", "idempotency", "mails", "tokens", "meta"),
          Set.of("records", "record_terms", "run_memories"),
          Set.of("deliveries", "actions", "checkpoints"),
          Set.of("secrets"),
          Set.of(),
          Set.of(),
          Set.of(),
          Set.of(),
          Set.of(),
          Set.of(),
          Set.of("run_heads", "decided"),
          Set.of(),
          Set.of(),
          Set.of("decisions"),
          Set.of(),
          Set.of());

  private Schema() {}

  /**
   * What a database says of its tables.
   *
   * @param version 0 for an empty database
   * @param admits the oldest program that may work with them, by the version that it knows
   */
  public record State(int version, int admits) {
    /** Whether this program may read and write them as they are. */
    public boolean isUsable() {
      return version == VERSION || (isNewer() && admits <= VERSION);
    }

    public boolean isNewer() {
      return version > VERSION;
    }
  }

  /** Brings the database's tables to this program's version, or refuses to touch it. */
  public static void ensure(Statements sql, String listTables, Runnable migrate) {
    State state = state(sql, listTables);
    if (state.version < VERSION) {
      migrate.run();
      state = state(sql, listTables);
    }
    if (!state.isUsable()) {
      throw new StoreFailure(
          state.isNewer()
              ? "the database has schema version %d, which requires a program that supports version %d or later, and this program supports versions up to %d: use a newer program, or restore a backup made before the upgrade"
                  .formatted(state.version, state.admits, VERSION)
              : "the database is at schema version %d after migrating to %d"
                  .formatted(state.version, VERSION));
    }
    if (state.isNewer()) {
      log.info(
          "the database has schema version {}; it is compatible with this program, "
              + "which supports version {}",
          state.version,
          VERSION);
    }
  }

  public static State state(Statements sql, String listTables) {
    int version = version(sql, listTables);
    return new State(version, version > VERSION ? admits(sql, version) : version);
  }

  /**
   * For a program that was admitted when it started: the tables may have been brought up since.
   *
   * @throws Outdated when they take a newer one
   */
  static void checkAdmitted(Statements sql) {
    String oldest = admits(sql);
    if (oldest != null && number(oldest) > VERSION) {
      throw new Outdated(
          "the database was upgraded and now requires programs that support schema version %s or later, and this program supports versions up to %d: upgrade this node before you start it again"
              .formatted(oldest, VERSION));
    }
  }

  /** A newer database that does not say whom it admits admits nobody older. */
  private static int admits(Statements sql, int version) {
    String oldest = admits(sql);
    return oldest == null ? version : number(oldest);
  }

  private static @Nullable String admits(Statements sql) {
    return sql.first(
        "SELECT value FROM meta WHERE name = 'admits'", Bind.NOTHING, row -> row.getString(1));
  }

  private static int version(Statements sql, String listTables) {
    Set<String> tables = new HashSet<>(sql.list(listTables, Bind.NOTHING, row -> row.getString(1)));
    if (!tables.remove(HISTORY)) {
      return refuseForeign(tables);
    }
    record Step(int version, boolean success) {}
    List<Step> steps =
        sql.list(
            "SELECT version, success FROM " + HISTORY + " WHERE version IS NOT NULL",
            Bind.NOTHING,
            row -> new Step(number(row.getString(1)), row.getBoolean(2)));
    if (steps.isEmpty()) {
      return refuseForeign(tables);
    }
    int version = 0;
    for (Step step : steps) {
      if (!step.success) {
        throw new StoreFailure(
            "migration %d of the database failed part-way: restore a backup, or repair the tables and remove that row from %s"
                .formatted(step.version, HISTORY));
      }
      version = Math.max(version, step.version);
    }
    Set<String> missing = new TreeSet<>();
    TABLES.stream().limit(version).forEach(missing::addAll);
    for (Map.Entry<Integer, Set<String>> own : sql.dialect().ownTables().entrySet()) {
      if (own.getKey() <= version) {
        missing.addAll(own.getValue());
      }
    }
    missing.removeAll(tables);
    if (!missing.isEmpty()) {
      throw new StoreFailure(
          "the database has schema version %d but lacks the tables %s: restore a backup"
              .formatted(version, missing));
    }
    return version;
  }

  private static int refuseForeign(Set<String> tables) {
    if (!tables.isEmpty()) {
      throw new StoreFailure(
          "the database has tables that do not belong to Holdpoint (%s): give Holdpoint its own database"
              .formatted(String.join(", ", new TreeSet<>(tables))));
    }
    return 0;
  }

  private static int number(String version) {
    try {
      return Integer.parseInt(version);
    } catch (NumberFormatException e) {
      throw new StoreFailure(
          "the database has a schema version that is not a number: " + version, e);
    }
  }
}

package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.sql.Migrations;
import dev.holdpoint.store.sql.Schema;
import dev.holdpoint.store.sql.SqlDialect;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Statements.Bind;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the tables up at the start. Nodes that start at once do so one after the other: who comes
 * second waits, however long it takes, and finds nothing left to do.
 */
final class Upgrade {
  private static final Logger log = LoggerFactory.getLogger(Upgrade.class);

  /** "Holdpnt" and a number, as the other locks. */
  private static final long LOCK = 0x486f6c64706e7403L;

  private Upgrade() {}

  /** The lock goes with the connection. */
  static void ensure(PostgresUrl url, SqlDialect dialect) {
    try (Connection connection = connect(url);
        Statements sql = new Statements(connection, dialect)) {
      lock(sql);
      Schema.ensure(
          sql, PostgresStore.LIST_TABLES, () -> Migrations.run(url.dataSource(), "postgres"));
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  private static Connection connect(PostgresUrl url) {
    try {
      return url.dataSource().getConnection();
    } catch (SQLException e) {
      throw new StoreFailure("cannot connect to " + url + ": " + e.getMessage(), e);
    }
  }

  private static void lock(Statements sql) {
    boolean free =
        sql.list("SELECT pg_try_advisory_lock(?)", Bind.number(LOCK), row -> row.getBoolean(1))
            .getFirst();
    if (!free) {
      log.info("another node is upgrading the database; waiting for it");
      sql.list("SELECT set_config('lock_timeout', '0', false)", Bind.NOTHING, row -> "");
      sql.list("SELECT pg_advisory_lock(?)", Bind.number(LOCK), row -> "");
    }
  }
}

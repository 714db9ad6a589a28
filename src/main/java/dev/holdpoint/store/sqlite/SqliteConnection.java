package dev.holdpoint.store.sqlite;

import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.store.sql.SqlDialect;
import dev.holdpoint.store.sql.SqlQueries;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** One open connection. Transactions on it begin and end when we say so, never by themselves. */
final class SqliteConnection implements AutoCloseable {
  private final SqlDialect dialect;
  private final Connection connection;
  private final Statement plain;
  final Statements sql;
  final Tables tables;
  final Queries queries;

  SqliteConnection(Connection connection, SqlDialect dialect) throws SQLException {
    this.connection = connection;
    this.dialect = dialect;
    // With its own committing switched off the driver adds nothing to what we execute, which is
    // what we want; the transaction that it opens on the way is not.
    connection.setAutoCommit(false);
    plain = connection.createStatement();
    plain.execute("COMMIT");
    sql = new Statements(connection, dialect);
    tables = new Tables(sql);
    queries = new SqlQueries(tables);
  }

  /** Prepared once: transactions are many and short. */
  void execute(String statement) {
    sql.update(statement, Bind.NOTHING);
  }

  String pragma(String name) {
    return sql.list("PRAGMA " + name, Bind.NOTHING, row -> row.getString(1)).getFirst();
  }

  /** To its end, however many rows it has; a prepared one would stop at the first. */
  void exhaust(String statement) {
    try {
      plain.executeUpdate(statement);
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  void rollback() {
    try {
      plain.execute("ROLLBACK");
    } catch (SQLiteException e) {
      // After some errors, such as a full disk, SQLite has rolled back already.
      if (e.getResultCode() != SQLiteErrorCode.SQLITE_ERROR) {
        throw dialect.failure(e);
      }
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  @Override
  public void close() {
    try (connection;
        plain) {
      sql.close();
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }
}

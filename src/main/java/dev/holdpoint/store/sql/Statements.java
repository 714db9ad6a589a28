package dev.holdpoint.store.sql;

import dev.holdpoint.engine.heap.HeapShare;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection and the statements it has prepared, kept open for as long as it is. */
public final class Statements implements AutoCloseable {
  private final Connection connection;
  private final SqlDialect dialect;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  /** Sets a statement's parameters. */
  @FunctionalInterface
  public interface Bind {
    Bind NOTHING = _ -> {};

    void to(PreparedStatement statement) throws SQLException;

    static Bind number(long value) {
      return statement -> statement.setLong(1, value);
    }

    static Bind numbers(long... values) {
      return statement -> {
        for (int i = 0; i < values.length; i++) {
          statement.setLong(i + 1, values[i]);
        }
      };
    }

    static Bind text(String value) {
      return statement -> statement.setString(1, value);
    }
  }

  /** Sets a statement's parameters for one of many rows. */
  @FunctionalInterface
  public interface BindRow<T> {
    void to(PreparedStatement statement, T row) throws SQLException;
  }

  @FunctionalInterface
  public interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  public Statements(Connection connection, SqlDialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  SqlDialect dialect() {
    return dialect;
  }

  public <T> List<T> list(String sql, Bind bind, Row<T> row) {
    try {
      PreparedStatement statement = prepare(sql);
      bind.to(statement);
      try (ResultSet rows = statement.executeQuery()) {
        return all(rows, row);
      }
    } catch (Damaged e) {
      dialect.damages().add(e);
      throw e;
    } catch (SQLException e) {
      forget(sql);
      throw dialect.failure(e);
    }
  }

  /**
   * Gives rows one after the other until one of them says that it is enough.
   *
   * @param goesOn false for enough
   * @return whether there were no more
   */
  boolean each(String sql, Bind bind, Row<Boolean> goesOn) {
    try {
      PreparedStatement statement = prepare(sql);
      bind.to(statement);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          if (!goesOn.of(rows)) {
            return false;
          }
        }
        return true;
      }
    } catch (SQLException e) {
      forget(sql);
      throw dialect.failure(e);
    }
  }

  /** Whether what was to be read cannot be; not where the database is away, busy or full. */
  public boolean isDamage(StoreFailure failure) {
    return dialect.isDamage(failure);
  }

  /**
   * Rows that can be read.
   *
   * @param read how many there were, damaged ones too
   */
  record Legible<T>(List<T> rows, int read) {}

  /** The same without rows that are damaged, which are told: one does not hide the others. */
  <T> Legible<T> readable(String sql, Bind bind, Row<T> row) {
    List<T> rows = new ArrayList<>();
    List<Boolean> read = list(sql, bind, each -> addReadable(rows, row, each));
    return new Legible<>(rows, read.size());
  }

  private <T> boolean addReadable(List<T> rows, Row<T> row, ResultSet each) throws SQLException {
    try {
      return rows.add(row.of(each));
    } catch (Damaged e) {
      dialect.damages().add(e);
      return false;
    }
  }

  /**
   * Two statements that go to the server together; the second sees what is true when the first has
   * been carried out, and its rows are given.
   */
  public <T> List<T> second(String sql, Bind bind, Row<T> row) {
    try {
      PreparedStatement both = prepare(sql);
      bind.to(both);
      both.execute();
      both.getMoreResults();
      try (ResultSet rows = both.getResultSet()) {
        return all(rows, row);
      }
    } catch (SQLException e) {
      forget(sql);
      throw dialect.failure(e);
    }
  }

  private static <T> List<T> all(ResultSet rows, Row<T> row) throws SQLException {
    HeapShare.listBegins();
    List<T> all = new ArrayList<>();
    while (rows.next()) {
      all.add(row.of(rows));
    }
    return all;
  }

  public <T> @Nullable T first(String sql, Bind bind, Row<T> row) {
    List<T> found = list(sql, bind, row);
    return found.isEmpty() ? null : found.getFirst();
  }

  /** The one number that the query gives; 0 for null. */
  public long number(String sql, Bind bind) {
    return list(sql, bind, row -> row.getLong(1)).getFirst();
  }

  public int update(String sql, Bind bind) {
    try {
      PreparedStatement statement = prepare(sql);
      bind.to(statement);
      return statement.executeUpdate();
    } catch (SQLException e) {
      forget(sql);
      throw dialect.failure(e);
    }
  }

  public <T> void insert(String sql, List<T> rows, BindRow<T> bind) {
    batch(sql, rows, bind);
  }

  /** Changes rows that must be there, one each. */
  public <T> void change(String sql, List<T> rows, BindRow<T> bind) {
    int[] counts = batch(sql, rows, bind);
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 1) {
        throw new StoreFailure("there is no row to change for " + rows.get(i));
      }
    }
  }

  /** Changes rows, and gives for each how many were there. */
  public <T> int[] counted(String sql, List<T> rows, BindRow<T> bind) {
    return batch(sql, rows, bind);
  }

  private <T> int[] batch(String sql, List<T> rows, BindRow<T> bind) {
    if (rows.isEmpty()) {
      return new int[0];
    }
    try {
      PreparedStatement statement = prepare(sql);
      try {
        for (T row : rows) {
          bind.to(statement, row);
          statement.addBatch();
        }
        return statement.executeBatch();
      } finally {
        statement.clearBatch();
      }
    } catch (SQLException e) {
      forget(sql);
      throw dialect.failure(e);
    }
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  /** SQLite's driver gives up a statement that has failed: used again, it would fail for ever. */
  private void forget(String sql) {
    PreparedStatement failed = prepared.remove(sql);
    if (failed == null) {
      return;
    }
    try {
      failed.close();
    } catch (SQLException _) {
      // Why it failed is about to be told; that it cannot be closed says nothing more.
    }
  }

  @Override
  public void close() {
    try {
      for (PreparedStatement statement : prepared.values()) {
        statement.close();
      }
    } catch (SQLException e) {
      throw dialect.failure(e);
    } finally {
      prepared.clear();
    }
  }
}

package dev.holdpoint.store.postgres;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.store.sql.DeepWalk;
import dev.holdpoint.store.sql.OutsideWalk;
import dev.holdpoint.store.sql.Schema;
import dev.holdpoint.store.sql.SqlDialect;
import dev.holdpoint.store.sql.SqlQueries;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a database says of itself.
 *
 * @param shown where it is, without the password
 * @param nowMs what its clock says
 * @param nodes the daemons that share it; none where this program cannot use its tables
 * @param ledgerId empty where there is none yet, or this program cannot use its tables
 * @param commits how many the ledger has had
 * @param checksPages whether the server notices pages that have changed on its disk
 */
public record PostgresProbe(
    String shown,
    Schema.State schema,
    long nowMs,
    List<Node> nodes,
    String ledgerId,
    long commits,
    boolean checksPages) {
  public PostgresProbe {
    nodes = List.copyOf(nodes);
  }

  /** Those that are there, heard within this time. */
  public List<Node> heard(long withinMs) {
    return nodes.stream()
        .filter(node -> node.isLive() && node.silentMs(nowMs) <= withinMs)
        .toList();
  }

  /**
   * @throws StoreFailure when it cannot be reached, or is not Holdpoint's
   */
  public static PostgresProbe at(String databaseUrl) {
    PostgresUrl url = PostgresUrl.parse(databaseUrl);
    SqlDialect dialect = new PostgresDialect();
    try (Connection connection = url.dataSource().getConnection();
        Statements sql = new Statements(connection, dialect)) {
      asOneMoment(connection);
      long nowMs =
          sql.list(
                  "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
                  Bind.NOTHING,
                  row -> row.getLong(1))
              .getFirst();
      Schema.State schema = Schema.state(sql, PostgresStore.LIST_TABLES);
      boolean checksPages =
          sql.list("SHOW data_checksums", Bind.NOTHING, row -> row.getString(1))
              .equals(List.of("on"));
      if (!schema.isUsable()) {
        return new PostgresProbe(url.toString(), schema, nowMs, List.of(), "", 0, checksPages);
      }
      Tables tables = new Tables(sql);
      String ledgerId =
          sql.first(
              "SELECT value FROM meta WHERE name = 'ledger_id'",
              Bind.NOTHING,
              row -> row.getString(1));
      return new PostgresProbe(
          url.toString(),
          schema,
          nowMs,
          tables.nodes.shown().all(),
          ledgerId == null ? "" : ledgerId,
          tables.nodes.head().commits(),
          checksPages);
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  /** Empty when its tables are of a version that this program cannot use. */
  public static <T> Optional<T> visit(String databaseUrl, Function<Queries, T> query) {
    SqlDialect dialect = new PostgresDialect();
    try (Connection connection = PostgresUrl.parse(databaseUrl).dataSource().getConnection();
        Statements sql = new Statements(connection, dialect)) {
      asOneMoment(connection);
      return Schema.state(sql, PostgresStore.LIST_TABLES).isUsable()
          ? Optional.of(query.apply(new SqlQueries(new Tables(sql))))
          : Optional.empty();
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  /** The same from the beginning; empty when its tables cannot be used by this program. */
  public static Optional<DeepWalk.Seen> deep(
      String databaseUrl, OutsideWalk.Outside outside, DeepWalk.Step step) {
    return visit(databaseUrl, _ -> true)
        .map(_ -> walk(databaseUrl, DeepWalk.Spot.BEGINNING, outside, step));
  }

  /** Reads every document and stored file, while nodes write too. */
  public static DeepWalk.Seen walk(
      String databaseUrl, DeepWalk.Spot from, OutsideWalk.Outside outside, DeepWalk.Step step) {
    SqlDialect dialect = new PostgresDialect();
    try (Connection connection = PostgresUrl.parse(databaseUrl).dataSource().getConnection();
        Statements sql = new Statements(connection, dialect)) {
      connection.setReadOnly(true);
      DeepWalk.Halting halting = new DeepWalk.Halting(step);
      DeepWalk.Seen seen = DeepWalk.Seen.NOTHING;
      if (!from.table().equals(BlobWalk.BLOBS)) {
        seen = DeepWalk.over(sql, DeepWalk.FEW, from, halting);
        if (!halting.hasStopped()) {
          OutsideWalk.Outside both = outside.unless(name -> BlobWalk.has(sql, name));
          seen = seen.and(OutsideWalk.over(sql, both, seen, halting));
        }
      }
      return halting.hasStopped() ? seen : seen.and(new BlobWalk(sql, seen, halting).read());
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  /** A node may be bringing the tables up meanwhile: what they are called and are must agree. */
  private static void asOneMoment(Connection connection) throws SQLException {
    connection.setReadOnly(true);
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
  }
}

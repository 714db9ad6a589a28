package dev.holdpoint.chaos.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a ledger in a file says, read from a copy that is thrown away.
 *
 * @param all every row of every table
 * @param documents of them what carries a checksum
 */
record LedgerRows(List<String> all, List<String> documents) {
  private static final List<String> FILES = List.of("holdpoint.db", "holdpoint.db-wal");

  /** Null when it cannot be read to its end. */
  static @Nullable LedgerRows of(Path data) throws IOException {
    Path copy = Files.createTempDirectory("rows-");
    try {
      for (String name : FILES) {
        if (Files.exists(data.resolve(name))) {
          Files.copy(data.resolve(name), copy.resolve(name));
        }
      }
      return read(copy.resolve(FILES.getFirst()));
    } catch (SQLException e) {
      return null;
    } finally {
      Daemons.run(List.of("rm", "-rf", copy.toString()));
    }
  }

  private static LedgerRows read(Path file) throws SQLException {
    List<String> all = new ArrayList<>();
    List<String> documents = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement sql = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet names =
          sql.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")) {
        while (names.next()) {
          tables.add(names.getString(1));
        }
      }
      for (String table : tables) {
        try (ResultSet rows = sql.executeQuery("SELECT * FROM \"" + table + "\"")) {
          int columns = rows.getMetaData().getColumnCount();
          while (rows.next()) {
            StringBuilder row = new StringBuilder(table);
            for (int i = 1; i <= columns; i++) {
              row.append('|').append(rows.getString(i));
              if (rows.getMetaData().getColumnName(i).equals("doc")) {
                documents.add(table + "|" + rows.getString(1) + "|" + rows.getString(i));
              }
            }
            all.add(row.toString());
          }
        }
      }
    }
    // An index that is damaged may give another order.
    Collections.sort(all);
    Collections.sort(documents);
    return new LedgerRows(all, documents);
  }

  /** Whether this table has rows. */
  boolean has(String table) {
    return all.stream().anyMatch(row -> row.startsWith(table + "|"));
  }

  boolean mentions(String name) {
    return all.stream().anyMatch(row -> row.contains(name));
  }
}

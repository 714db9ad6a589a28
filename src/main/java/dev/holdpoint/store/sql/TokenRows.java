package dev.holdpoint.store.sql;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import java.util.List;

final class TokenRows {
  private final Statements sql;

  TokenRows(Statements sql) {
    this.sql = sql;
  }

  List<Token> all() {
    return sql.list(
        "SELECT doc FROM tokens ORDER BY key",
        Bind.NOTHING,
        row -> Documents.token(row.getString(1)));
  }

  void insert(List<Token> tokens) {
    sql.insert(
        "INSERT INTO tokens (key, sha256, doc) VALUES (?, ?, ?)",
        tokens,
        (row, token) -> {
          row.setLong(1, token.key());
          row.setString(2, token.sha256());
          row.setString(3, Documents.text(token));
        });
  }

  void remove(List<Token> tokens) {
    sql.change(
        "DELETE FROM tokens WHERE key = ?", tokens, (row, token) -> row.setLong(1, token.key()));
  }
}

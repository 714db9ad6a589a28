package dev.holdpoint.store.sql;

import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.store.Queries.MailFilter;
import dev.holdpoint.engine.port.store.Writes.DeadLetter;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import java.util.List;

/** What may change of a mail, its status and reason, stands in columns and not in its document. */
final class MailRows {
  private final Statements sql;

  MailRows(Statements sql) {
    this.sql = sql;
  }

  List<Mail> below(MailFilter filter, long key, int limit) {
    return sql.list(
        "SELECT doc, status, reason FROM mails WHERE "
            + where(filter)
            + " AND key < ? ORDER BY key DESC LIMIT ?",
        row -> {
          row.setLong(1, filter.sessionKey());
          row.setLong(2, key);
          row.setInt(3, limit);
        },
        row -> {
          String reason = row.getString(3);
          return Documents.mail(row.getString(1))
              .as(
                  Codes.mailStatus(row.getInt(2)),
                  reason == null ? null : Mail.Reason.valueOf(reason));
        });
  }

  long count(MailFilter filter) {
    return sql.number(
        "SELECT count(*) FROM mails WHERE " + where(filter), Bind.number(filter.sessionKey()));
  }

  private static String where(MailFilter filter) {
    return filter.deadOnly() ? "session_key = ? AND status = 1" : "session_key = ?";
  }

  void insert(List<Mail> mails) {
    sql.insert(
        "INSERT INTO mails (key, session_key, status, reason, doc) VALUES (?, ?, ?, ?, ?)",
        mails,
        (row, mail) -> {
          row.setLong(1, mail.key());
          row.setLong(2, mail.sessionKey());
          row.setInt(3, Codes.of(mail.status()));
          row.setString(4, mail.reason() == null ? null : mail.reason().name());
          row.setString(5, Documents.text(mail));
        });
  }

  void bury(List<DeadLetter> letters) {
    sql.change(
        "UPDATE mails SET status = 1, reason = ? WHERE key = ?",
        letters,
        (row, letter) -> {
          row.setString(1, letter.reason().name());
          row.setLong(2, letter.mailKey());
        });
  }

  /** All that lies in the mailboxes of these sessions. */
  void remove(List<Session> sessions) {
    sql.insert(
        "DELETE FROM mails WHERE session_key = ?",
        sessions,
        (row, session) -> row.setLong(1, session.key()));
  }
}

package dev.holdpoint.http.v1.session;

import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.api.session.SessionBodies.MailStatus;
import dev.holdpoint.api.session.SessionBodies.MailView;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.JsonNodes;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What agents have written to each other, and what never arrived. */
public final class MailboxHandlers {
  private final ViewContext sight;

  public MailboxHandlers(ViewContext sight) {
    this.sight = sight;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "listMailbox", call -> list(call, false), "listDeadLetters", call -> list(call, true));
  }

  private Reply list(Call call, boolean deadOnly) {
    String sessionId = call.path("session_id");
    ListPages.Request wish =
        ListPages.of(call, (deadOnly ? "dead letters " : "mailbox ") + sessionId);
    return sight.engine.read(
        queries -> {
          Queries.MailFilter filter =
              new Queries.MailFilter(sight.session(queries, sessionId).key(), deadOnly);
          long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
          List<Mail> found = queries.mails(filter, below, wish.limit() + 1);
          boolean more = found.size() > wish.limit();
          List<Mail> shown = more ? found.subList(0, wish.limit()) : found;
          Set<Long> unread = unread(queries, shown);
          return ListPages.reply(
              wish,
              shown.stream().map(mail -> view(mail, unread.contains(mail.key()))).toList(),
              () -> queries.countMails(filter),
              more ? new ListPages.Place(false, shown.getLast().key()) : null,
              ListOrder.NEWEST_FIRST);
        });
  }

  /** A message has the key of the run that reads it; before that run begins, nobody has. */
  private static Set<Long> unread(Queries queries, List<Mail> mails) {
    List<Long> keys =
        mails.stream()
            .filter(mail -> mail.subject() == Mail.Subject.MESSAGE)
            .map(Mail::key)
            .toList();
    return queries.runs(keys).stream()
        .filter(run -> run.startedAtMs() == null)
        .map(Run::key)
        .collect(Collectors.toSet());
  }

  private static MailView view(Mail mail, boolean unread) {
    boolean pending = unread && mail.status() == Mail.Status.DELIVERED;
    MailStatus status = pending ? MailStatus.PENDING : MailStatus.valueOf(mail.status().name());
    return new MailView(
        mail.id(),
        mail.fromSessionId(),
        word(mail.subject()),
        JsonNodes.of(mail.payload()),
        status,
        mail.reason() == null ? null : word(mail.reason()),
        mail.createdAtMs());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}

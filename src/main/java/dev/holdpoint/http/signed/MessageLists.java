package dev.holdpoint.http.signed;

import dev.holdpoint.api.signed.SignedBodies.ConversationMessage;
import dev.holdpoint.api.signed.SignedBodies.ConversationMessageList;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was said in a conversation, newest first: of each run the answer, then what it answers. */
final class MessageLists {
  private static final int RUNS_AT_ONCE = 100;

  private final Views views;

  MessageLists(Views views) {
    this.views = views;
  }

  /** A message that has not been read yet. */
  private record Entry(Run run, boolean user) {
    String id() {
      return user ? SignedIds.userMessage(run) : SignedIds.message(run);
    }
  }

  ConversationMessageList list(Queries queries, Session session, TextSpan span) {
    SignedIds.Place place = span.cursor() == null ? null : place(queries, session, span);
    List<Entry> found =
        span.back() && place != null
            ? newer(queries, session, place, span.limit() + 1)
            : older(queries, session, place, span.limit() + 1);
    TextSpan.Page<Entry> page = span.page(found, Entry::id);
    List<ConversationMessage> shown =
        page.shown().stream()
            .map(
                entry ->
                    entry.user
                        ? views.question(queries, entry.run, session.conversationId())
                        : views.answer(entry.run, session.conversationId()))
            .toList();
    return new ConversationMessageList("list", shown, page.more(), page.next());
  }

  private static SignedIds.Place place(Queries queries, Session session, TextSpan span) {
    SignedIds.Place place = span.cursor() == null ? null : SignedIds.place(span.cursor());
    Run run = place == null ? null : queries.run(place.runKey());
    if (place == null
        || run == null
        || !run.id().equals(place.runId())
        || run.head().sessionKey() != session.key()) {
      throw span.foreign();
    }
    return place;
  }

  private static List<Entry> older(
      Queries queries, Session session, SignedIds.@Nullable Place after, int limit) {
    List<Entry> found = new ArrayList<>();
    // The user's part of the cursor's own run lies behind the answer.
    Queries.RunCursor from =
        after == null
            ? null
            : new Queries.RunCursor(true, after.user() ? after.runKey() : after.runKey() + 1);
    while (true) {
      Queries.RunPage page = page(queries, session, from);
      for (Run run : page.runs()) {
        for (Entry entry : entries(run)) {
          boolean isCursor = after != null && run.key() == after.runKey() && !entry.user;
          if (!isCursor) {
            found.add(entry);
          }
          if (found.size() == limit) {
            return found;
          }
        }
      }
      if (!page.more()) {
        return found;
      }
      from = new Queries.RunCursor(true, page.runs().getLast().key());
    }
  }

  /** The oldest of those before the cursor, the oldest first. */
  private static List<Entry> newer(
      Queries queries, Session session, SignedIds.Place before, int limit) {
    Deque<Entry> nearest = new ArrayDeque<>();
    Queries.RunCursor from = null;
    while (true) {
      Queries.RunPage page = page(queries, session, from);
      for (Run run : page.runs()) {
        for (Entry entry : entries(run)) {
          boolean isNewer =
              run.key() > before.runKey()
                  || (run.key() == before.runKey() && before.user() && !entry.user);
          if (!isNewer) {
            return new ArrayList<>(nearest);
          }
          nearest.addFirst(entry);
          if (nearest.size() > limit) {
            nearest.removeLast();
          }
        }
      }
      if (!page.more()) {
        return new ArrayList<>(nearest);
      }
      from = new Queries.RunCursor(true, page.runs().getLast().key());
    }
  }

  private static Queries.RunPage page(
      Queries queries, Session session, Queries.@Nullable RunCursor from) {
    return queries.runPage(new Queries.RunFilter(session.key(), null, false, from, RUNS_AT_ONCE));
  }

  /** A gate that somebody outside raised is an answer to nothing; a child's question is neither. */
  private static List<Entry> entries(Run run) {
    if (run.isClarification()) {
      return List.of();
    }
    Entry answer = new Entry(run, false);
    return run.head().driver() == RunHead.Driver.LOOP
        ? List.of(answer, new Entry(run, true))
        : List.of(answer);
  }
}

package dev.holdpoint.engine.inbox;

import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people call a session: the id that a caller chose, else the first words of its input. */
public final class SessionTitles {
  private static final String GENERATED = "ses_";

  private SessionTitles() {}

  /** The words of a session whose id nobody chose; null where there are none, and for others. */
  public static @Nullable String of(Queries queries, Session session) {
    if (Ulid.keyOf(GENERATED, session.id()).orElse(-1) != session.key()) {
      return null;
    }
    List<Run> first = queries.firstRuns(List.of(session.key()));
    String title = first.isEmpty() ? "" : Descriptions.title(first.getFirst().head());
    return title.isBlank() ? null : title;
  }

  /** By the keys of the sessions, with one read. */
  public static Map<Long, String> of(Queries queries, List<RunHead> runs) {
    Map<Long, String> titles = new HashMap<>();
    List<Long> unnamed = new ArrayList<>();
    for (RunHead run : runs) {
      // Said again where the session has a run of its own that is older.
      boolean own = Ulid.keyOf(GENERATED, run.sessionId()).orElse(-1) != run.sessionKey();
      if (titles.put(run.sessionKey(), own ? run.sessionId() : orId(run)) == null && !own) {
        unnamed.add(run.sessionKey());
      }
    }
    if (!unnamed.isEmpty()) {
      for (Run first : queries.firstRuns(unnamed)) {
        titles.put(first.head().sessionKey(), orId(first.head()));
      }
    }
    return titles;
  }

  private static String orId(RunHead run) {
    String title = Descriptions.title(run);
    return title.isBlank() ? run.sessionId() : title;
  }
}

package dev.holdpoint.http.ambient;

import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that waits in a session at one moment, oldest first.
 *
 * @param eventId the newest event of that moment
 * @param first the oldest prompt as it is shown; null when nothing waits
 */
record PromptSnapshot(long eventId, List<Prompt> prompts, @Nullable Object first) {
  private static final int AT_ONCE = 200;

  /** To be called within one read. A session that does not exist has nothing that waits. */
  static PromptSnapshot of(Queries queries, PromptKind kind, String sessionId) {
    long eventId = queries.lastEventId();
    Session session = queries.session(sessionId);
    if (session == null) {
      return new PromptSnapshot(eventId, List.of(), null);
    }
    List<Prompt> prompts = new ArrayList<>();
    long beyond = 0;
    List<GateRow> rows;
    do {
      rows = queries.gates(pending(kind, session), beyond, AT_ONCE);
      prompts.addAll(kind.prompts(queries, rows));
      beyond = rows.isEmpty() ? beyond : rows.getLast().key();
    } while (rows.size() == AT_ONCE);
    return new PromptSnapshot(
        eventId, prompts, prompts.isEmpty() ? null : view(queries, kind, prompts.getFirst()));
  }

  private static Queries.GateFilter pending(PromptKind kind, Session session) {
    return new Queries.GateFilter(kind.gates(), GateState.Status.PENDING, session.key());
  }

  /**
   * @param view null when nothing waits
   */
  record Oldest(@Nullable Object view, int count) {}

  /** The oldest prompt and how many there are, without a look at the others. */
  static Oldest now(Queries queries, PromptKind kind, String sessionId) {
    Session session = queries.session(sessionId);
    List<GateRow> oldest =
        session == null ? List.of() : queries.gates(pending(kind, session), 0, 1);
    if (session == null || oldest.isEmpty()) {
      return new Oldest(null, 0);
    }
    List<Prompt> prompts = kind.prompts(queries, oldest);
    return new Oldest(
        prompts.isEmpty() ? null : view(queries, kind, prompts.getFirst()),
        Math.toIntExact(queries.countGates(pending(kind, session))));
  }

  /** Also finds one that was settled since; null when nothing is known of it any more. */
  static @Nullable Object view(Queries queries, PromptKind kind, Prompt prompt) {
    GateRow row = queries.gate(prompt.key());
    Run run = row == null ? null : Gates.holders(queries, List.of(row)).get(row.key());
    return run == null ? null : kind.view(run, prompt);
  }
}

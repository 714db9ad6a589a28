package dev.holdpoint.engine;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.LiveRun;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.Remembered;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one work reads and everything it leaves behind. It sees its own writes; nobody else does
 * until the commit.
 */
public final class Change {
  private final Ledger ledger;
  private final Ids ids;
  private final long nowMs;

  final List<Entry> entries = new ArrayList<>();
  final Map<Long, Run> runs = new HashMap<>();
  final Map<String, Session> sessions = new LinkedHashMap<>();
  final Map<Long, List<LiveRun>> live = new HashMap<>();
  final List<Remembered> remembered = new ArrayList<>();
  final List<Token> newTokens = new ArrayList<>();
  final List<Token> removedTokens = new ArrayList<>();
  @Nullable Refusal refusal;

  /** A run's next version, what happened to it, and what its transcript gained. */
  record Entry(
      Run run, boolean runnable, boolean isNew, List<LedgerEvent> events, List<Step> steps) {}

  Change(Ledger ledger, Ids ids, long nowMs) {
    this.ledger = ledger;
    this.ids = ids;
    this.nowMs = nowMs;
  }

  public long nowMs() {
    return nowMs;
  }

  public String newId(String prefix) {
    return ids.next(prefix);
  }

  public @Nullable Run run(long key) {
    Run own = runs.get(key);
    return own != null ? own : ledger.run(key);
  }

  public @Nullable Session session(String id) {
    Session own = sessions.get(id);
    return own != null ? own : ledger.session(id);
  }

  /** Runs of the session that have not ended, oldest first. */
  public List<LiveRun> liveRuns(long sessionKey) {
    List<LiveRun> own = live.get(sessionKey);
    return own != null ? own : ledger.liveRuns(sessionKey);
  }

  /** Everything else, as it was committed before this transaction. */
  public Queries queries() {
    return ledger.queries();
  }

  public @Nullable Remembered remembered(String scope) {
    return ledger.remembered(scope);
  }

  public void add(Session session) {
    sessions.put(session.id(), session);
  }

  public void add(Run run, boolean runnable, List<LedgerEvent> events, List<Step> steps) {
    put(new Entry(run, runnable, true, events, steps));
  }

  public void change(Run run, boolean runnable, List<LedgerEvent> events, List<Step> steps) {
    put(new Entry(run, runnable, false, events, steps));
  }

  private void put(Entry entry) {
    long sessionKey = entry.run.head().sessionKey();
    live.put(sessionKey, Ledger.with(liveRuns(sessionKey), entry.run));
    runs.put(entry.run.key(), entry.run);
    entries.add(entry);
  }

  /** Keeps the answer for a caller who may ask again. */
  public void remember(Remembered record) {
    remembered.add(record);
  }

  public void add(Token token) {
    newTokens.add(token);
  }

  public void remove(Token token) {
    removedTokens.add(token);
  }

  /**
   * Commits what is here and then refuses all the same: the deadline that had passed is now
   * recorded.
   */
  public void refuseAfterCommit(Refusal because) {
    refusal = because;
  }
}

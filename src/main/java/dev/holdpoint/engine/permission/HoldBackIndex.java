package dev.holdpoint.engine.permission;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For whom there are rules that keep calls from running. Every call that runs without leave asks,
 * and for most there is none: that is known without a look at the database.
 *
 * <p>A copy that is too old would let a call run that a rule forbids, so none is used that could
 * be. Where this daemon alone writes, the copy is dropped before such a rule can be read by
 * anybody, and taken again only after what follows is committed: whether a commit that failed has
 * happened is certain by then. Where others write too, each look reads how often settings were
 * changed, a number that is committed together with the rule.
 */
public final class HoldBackIndex implements CommitListener {
  /** With more such rules than this, those for a call are looked up. */
  private static final int MOST = 2_000;

  private final Engine engine;
  private volatile @Nullable Copy copy;
  private boolean changing;
  private long changes;

  /**
   * @param settings see {@link Queries#settings}; 0 where nobody else writes
   * @param all whether there are no others
   */
  private record Copy(long settings, Set<String> groups, boolean all) {
    boolean hasNone(List<String> of) {
      return all && of.stream().noneMatch(groups::contains);
    }
  }

  private HoldBackIndex(Engine engine) {
    this.engine = engine;
  }

  public static HoldBackIndex of(Engine engine) {
    HoldBackIndex made = new HoldBackIndex(engine);
    engine.onCommit(made);
    return made;
  }

  /**
   * Whether a rule, as it is committed, keeps a call from running that would run without leave.
   *
   * @param place where its path leads; null for a tool without one
   */
  public boolean holdsBack(Run run, ToolCall call, @Nullable String place, long nowMs) {
    List<String> groups = Rulebook.groups(run);
    boolean shared = engine.cluster().isShared();
    Copy known = copy;
    if (!shared && known != null && known.hasNone(groups)) {
      return false;
    }
    long before = changes();
    return engine.read(
        queries ->
            !upToDate(queries, shared ? queries.settings() : 0, before).hasNone(groups)
                && Rulebook.holdsBack(queries, run, call, place, nowMs));
  }

  private Copy upToDate(Queries queries, long settings, long before) {
    Copy known = copy;
    if (known != null && known.settings == settings) {
      return known;
    }
    List<String> found =
        queries.groupsWith(PermissionRule.KIND, PermissionRule.HOLDS_BACK, MOST + 1);
    Copy now = new Copy(settings, Set.copyOf(found), found.size() <= MOST);
    keep(now, before);
    return now;
  }

  private synchronized long changes() {
    return changes;
  }

  /** What was read while such a rule was on its way is good for whoever has read it, and once. */
  private synchronized void keep(Copy now, long before) {
    if (!changing && changes == before) {
      copy = now;
    }
  }

  @Override
  public void rows(List<JournalRow> rows) {}

  @Override
  public void changing(Collection<RecordChange<?>> records) {
    // One that allows is used up by calls, and leaves this as it is.
    if (records.stream()
        .anyMatch(one -> one.isOf(PermissionRule.KIND, null) && !one.record().terms().isEmpty())) {
      drop();
    }
  }

  private synchronized void drop() {
    changing = true;
    changes++;
    copy = null;
  }

  @Override
  public synchronized void committed() {
    if (changing) {
      changing = false;
      changes++;
    }
  }
}

package dev.holdpoint.engine.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The book of policies that views use: kept until a policy, a group or a key changes, and for a
 * second at most, since tokens and keys expire. Decisions read their own book, inside their
 * transaction.
 */
public final class CommittedPolicies implements CommitListener {
  private static final long LONGEST_MS = 1_000;
  private static final Set<Integer> KINDS =
      Set.of(Group.KIND.code(), StoredPolicy.KIND.code(), ApproverKey.KIND.code());

  private final Engine engine;
  private final Function<String, ApprovalPolicy> floors;
  private final AtomicLong changes = new AtomicLong();
  private volatile @Nullable Copy copy;

  /** Guarded by the order of commits: the writer announces and ends one after the other. */
  private boolean changing;

  private record Copy(PolicyBook book, long madeAtMs, long changes) {}

  private CommittedPolicies(Engine engine, Function<String, ApprovalPolicy> floors) {
    this.engine = engine;
    this.floors = floors;
  }

  /**
   * @param floors what a decision takes in a tenant, by its id
   */
  public static CommittedPolicies of(Engine engine, Function<String, ApprovalPolicy> floors) {
    CommittedPolicies made = new CommittedPolicies(engine, floors);
    engine.onCommit(made);
    return made;
  }

  public long nowMs() {
    return engine.nowMs();
  }

  public PolicyBook book() {
    Copy known = copy;
    long nowMs = engine.nowMs();
    if (known != null
        && known.changes == changes.get()
        && nowMs - known.madeAtMs < LONGEST_MS
        && nowMs >= known.madeAtMs) {
      return known.book;
    }
    long before = changes.get();
    Copy made =
        engine.readAside(
            queries -> new Copy(PolicyBook.kept(engine, queries, floors, nowMs), nowMs, before));
    copy = made;
    return made.book;
  }

  @Override
  public void rows(List<JournalRow> rows) {}

  @Override
  public void changing(Collection<RecordChange<?>> records) {
    changing |= records.stream().anyMatch(one -> KINDS.contains(one.shelf().code()));
  }

  @Override
  public void committed() {
    if (changing) {
      changing = false;
      changes.incrementAndGet();
    }
  }

  @Override
  public void settings() {
    changes.incrementAndGet();
  }

  @Override
  public void unknown() {
    changes.incrementAndGet();
  }
}

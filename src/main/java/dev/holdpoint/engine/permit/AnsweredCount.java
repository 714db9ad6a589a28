package dev.holdpoint.engine.permit;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts permits whose state a person's answer changed. The change is part of the commit that has
 * the answer, so it counts once that commit is there.
 */
final class AnsweredCount implements CommitListener {
  private final PermitMetrics metrics;

  /** By key; what a work that was refused has left here is in no commit. */
  private final Map<Long, PermitState.Status> answered = new HashMap<>();

  private final List<PermitState.Status> committing = new ArrayList<>();

  AnsweredCount(PermitMetrics metrics) {
    this.metrics = metrics;
  }

  /** In the transaction that has the answer. */
  synchronized void answered(Permit settled) {
    answered.put(settled.key(), settled.state().status());
  }

  @Override
  public void rows(List<JournalRow> rows) {}

  @Override
  public synchronized void changing(Collection<RecordChange<?>> records) {
    // What a commit that failed has left.
    committing.clear();
    for (RecordChange<?> change : records) {
      if (change.record() instanceof Permit permit
          && answered.get(permit.key()) == permit.state().status()) {
        committing.add(permit.state().status());
      }
    }
    answered.clear();
  }

  @Override
  public synchronized void committed() {
    committing.forEach(metrics::reached);
    committing.clear();
  }
}

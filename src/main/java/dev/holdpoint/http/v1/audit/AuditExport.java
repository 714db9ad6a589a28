package dev.holdpoint.http.v1.audit;

import dev.holdpoint.api.audit.AuditBodies.AuditLine;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.json.AuditForms;
import dev.holdpoint.engine.port.store.AuditQueries.Placed;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The whole ledger as it was when the export began, a few lines at a time: nobody waits for a slow
 * reader. What is committed meanwhile has to stay out, or it would look like something that no
 * checkpoint knows. But only what a later checkpoint accounts for stays out; a row that somebody
 * has put into the table by hand is shown, however it calls itself.
 */
final class AuditExport implements Reply.Rows {
  private static final String FORMAT = "holdpoint-audit/1";
  private static final int AT_ONCE = 512;

  private final Engine engine;
  private final String version;
  private final Map<Long, Integer> lateCounts = new HashMap<>();
  private long head;
  private long headKey;
  private long shown;
  private long checkpoints;
  private long actions;
  private long lateAfter;
  private long runKey;
  private int sequence;
  private Part part = Part.BEGINNING;

  private enum Part {
    BEGINNING,
    CHECKPOINTS,
    ACTIONS,
    OVER
  }

  AuditExport(Engine engine, String version) {
    this.engine = engine;
    this.version = version;
  }

  @Override
  public @Nullable List<AuditLine> next(int want) {
    return switch (part) {
      case BEGINNING -> engine.read(this::beginning);
      case CHECKPOINTS -> engine.read(queries -> checkpoints(queries, want));
      case ACTIONS -> engine.read(queries -> actions(queries, want));
      case OVER -> null;
    };
  }

  private List<AuditLine> beginning(Queries queries) {
    Checkpoint last = queries.lastCheckpoint();
    headKey = last == null ? 0 : Ulid.keyOf("ckp_", last.id()).orElse(0);
    head = queries.lastCheckpointSequence();
    lateAfter = head;
    List<AuditLine> lines = new ArrayList<>();
    lines.add(AuditLine.header(FORMAT, engine.ledgerId(), engine.nowMs(), version));
    for (Checkpoint introduction : AuditKeys.introductions(queries)) {
      Checkpoint.OfKey key = introduction.key();
      if (key != null) {
        lines.add(AuditLine.key(key.keyId(), key.publicKey(), introduction.atMs()));
      }
    }
    part = Part.CHECKPOINTS;
    return lines;
  }

  private List<AuditLine> checkpoints(Queries queries, int want) {
    List<AuditLine> lines = new ArrayList<>();
    for (Placed<Checkpoint> checkpoint : queries.checkpointsBeyond(shown, want)) {
      if (checkpoint.sequence() <= head) {
        lines.add(AuditLine.of("checkpoint", AuditForms.of(checkpoint.told())));
      }
      shown = checkpoint.sequence();
    }
    checkpoints += lines.size();
    part = lines.size() < want ? Part.ACTIONS : part;
    return lines;
  }

  private List<AuditLine> actions(Queries queries, int want) {
    learnOfLateOnes(queries);
    List<Placed<ExternalAction>> found = queries.actionsBeyond(runKey, sequence, want);
    List<AuditLine> lines = new ArrayList<>();
    for (Placed<ExternalAction> action : found) {
      if (!isLate(action)) {
        lines.add(AuditLine.of("action", AuditForms.of(action.told())));
      }
      runKey = action.runKey();
      sequence = (int) action.sequence();
    }
    actions += lines.size();
    if (found.isEmpty()) {
      part = Part.OVER;
      lines.add(AuditLine.end(checkpoints, actions));
    }
    return lines;
  }

  /** In the same moment as the actions are read: each that is late has its checkpoint by then. */
  private void learnOfLateOnes(Queries queries) {
    for (List<Placed<Checkpoint>> more = queries.checkpointsBeyond(lateAfter, AT_ONCE);
        !more.isEmpty();
        more = queries.checkpointsBeyond(lateAfter, AT_ONCE)) {
      for (Placed<Checkpoint> checkpoint : more) {
        Checkpoint.OfRun run = checkpoint.told().run();
        if (run != null) {
          lateCounts.merge(run.runKey(), run.count(), Math::max);
        }
        lateAfter = checkpoint.sequence();
      }
    }
  }

  private boolean isLate(Placed<ExternalAction> action) {
    Integer count = lateCounts.get(action.runKey());
    return count != null
        && action.sequence() <= count
        && Ulid.keyOf("act_", action.told().id()).orElse(0) > headKey;
  }
}

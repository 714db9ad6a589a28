package dev.holdpoint.http.v1.audit;

import dev.holdpoint.api.audit.AuditBodies.AuditLine;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.json.AuditForms;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import dev.holdpoint.engine.port.store.AuditQueries.Evidence;
import dev.holdpoint.engine.port.store.AuditQueries.Placed;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * The whole ledger as it was when the export began, a few lines at a time: nobody waits for a slow
 * reader. What is committed meanwhile has to stay out, or it would look like something that no
 * checkpoint knows. But only what a later checkpoint accounts for stays out; a row that somebody
 * has put into the table by hand is shown, however it calls itself.
 */
final class AuditExport implements Reply.Rows {
  private static final String FORMAT = "holdpoint-audit/2";
  private static final int AT_ONCE = 512;

  private final Engine engine;
  private final String version;
  private final Map<Long, Integer> lateCounts = new HashMap<>();
  private long head;
  private long headKey;
  private long shown;
  private long checkpoints;
  private long actions;
  private long evidence;
  private long lateAfter;
  private long runKey;
  private int sequence;
  private Part part = Part.BEGINNING;

  private enum Part {
    BEGINNING,
    CHECKPOINTS,
    ACTIONS,
    EVIDENCE,
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
      case EVIDENCE -> engine.read(queries -> evidence(queries, want));
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
      if (!isLate(action.runKey(), action.sequence(), action.told().id())) {
        lines.add(AuditLine.of("action", AuditForms.of(action.told())));
      }
      runKey = action.runKey();
      sequence = (int) action.sequence();
    }
    actions += lines.size();
    if (found.isEmpty()) {
      part = Part.EVIDENCE;
      runKey = 0;
      sequence = 0;
    }
    return lines;
  }

  private List<AuditLine> evidence(Queries queries, int want) {
    learnOfLateOnes(queries);
    List<Placed<Evidence>> found = queries.evidenceBeyond(runKey, sequence, want);
    List<AuditLine> lines = new ArrayList<>();
    for (Placed<Evidence> one : found) {
      if (!isLate(one.runKey(), one.sequence(), one.told().actionId())) {
        lines.add(AuditLine.evidence(one.told().actionId(), detail(one.told().detail())));
      }
      runKey = one.runKey();
      sequence = (int) one.sequence();
    }
    evidence += lines.size();
    if (found.isEmpty()) {
      part = Part.OVER;
      lines.add(AuditLine.end(checkpoints, actions, evidence));
    }
    return lines;
  }

  /** Text that was written there by hand is shown too, as no evidence. */
  static JsonNode detail(String evidence) {
    try {
      return JsonTree.read(evidence);
    } catch (NotJson _) {
      return StringNode.valueOf(evidence);
    }
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

  private boolean isLate(long key, long place, String actionId) {
    Integer count = lateCounts.get(key);
    return count != null && place <= count && Ulid.keyOf("act_", actionId).orElse(0) > headKey;
  }
}

package dev.holdpoint.engine.retention;

import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.agent.ClientSession;
import dev.holdpoint.core.agent.ServedSession;
import dev.holdpoint.core.gate.Aside;
import dev.holdpoint.core.gate.Succession;
import dev.holdpoint.core.memory.Learning;
import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.schedule.Observation;
import dev.holdpoint.core.schedule.Schedule;
import dev.holdpoint.core.session.Removal;
import dev.holdpoint.core.session.SessionOwners;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.delivery.Deliveries;
import java.util.List;

/** The small records that belong to a session and go with it. */
final class SessionRecords {
  private static final int AT_ONCE = 1_000;

  private final Deliveries deliveries;

  SessionRecords(Deliveries deliveries) {
    this.deliveries = deliveries;
  }

  /** Gives how many it has put away; 0 when none are left. */
  int discardSome(Change change, Removal removal) {
    return discardSome(change, Learning.KIND, LearningScope.session(removal.sessionId()).text())
        + discardSome(change, Schedule.KIND, removal.sessionId())
        + discardSome(change, Observation.KIND, removal.sessionId())
        + discardSome(change, PermissionRule.KIND, ofSession(removal.sessionId()))
        + discardSome(change, ClientPrompt.KIND, removal.sessionId())
        + discardSome(change, Succession.KIND, removal.sessionId())
        + discardSome(change, KeptTarget.KIND, removal.sessionId())
        + discardSome(change, Aside.KIND, removal.sessionId())
        + discardSome(change, Permit.KIND, removal.sessionId())
        + discardOf(change, ServedSession.KIND, removal)
        + discardOf(change, ClientSession.KIND, removal)
        + discardOf(change, SessionOwners.KIND, removal)
        + deliveries.discardSome(change, removal.key());
  }

  /** The one that has the session's own key. */
  private static <T extends StoredRecord> int discardOf(
      Change change, RecordKind<T> shelf, Removal removal) {
    T record = change.kept(shelf, removal.key());
    if (record == null) {
      return 0;
    }
    change.discard(shelf, record);
    return 1;
  }

  private static String ofSession(String id) {
    return new PermissionRule.Scope(PermissionRule.ScopeKind.SESSION, id).group();
  }

  private static <T extends StoredRecord> int discardSome(
      Change change, RecordKind<T> shelf, String group) {
    List<T> some = change.queries().keptBelow(shelf, group, Long.MAX_VALUE, AT_ONCE);
    some.forEach(record -> change.discard(shelf, record));
    return some.size();
  }
}

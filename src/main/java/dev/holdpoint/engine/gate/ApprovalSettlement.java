package dev.holdpoint.engine.gate;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What decisions on a run's approvals do to the run. */
final class ApprovalSettlement {
  static final String DENIED = "approval_denied";

  private final RunEdit edit;
  private final Map<String, List<Json>> sent = new LinkedHashMap<>();
  private String last = "";
  private boolean endorsed;
  private boolean denied;

  ApprovalSettlement(RunEdit edit) {
    this.edit = edit;
  }

  void endorse(Approval approval, ApprovalEvent.Endorsed event, int required) {
    edit.endorse(approval, event, required);
    endorsed = true;
  }

  boolean isEmpty() {
    return sent.isEmpty();
  }

  /** It waits as before: a decision is held. */
  void move(Approval approval, ApprovalEvent.Held event) {
    edit.move(approval.voted(event));
    endorsed = true;
  }

  void object(Approval approval, ApprovalEvent.Objected event) {
    edit.object(approval, event);
    endorsed = true;
  }

  void settle(Approval approval, ApprovalEvent.Settling event, Decider voice, Json resolution) {
    edit.settle(approval, event, resolution);
    sent.computeIfAbsent(voice.by(), _ -> new ArrayList<>()).add(resolution);
    last = voice.by();
    denied |= event instanceof ApprovalEvent.Denied;
  }

  /**
   * The run goes on when the last of its approvals is settled.
   *
   * @param lost why nobody can go on with it; null when its agent is there
   */
  Run done(Change change, Run run, Slots slots, @Nullable String lost) {
    if (sent.isEmpty()) {
      return endorsed ? edit.done(slots) : run;
    }
    boolean fails = denied && isConversation(change, run);
    boolean goesOn =
        !fails && lost == null && edit.draft().at(change.nowMs()).pendingApprovals().isEmpty();
    RunStatus status = goesOn ? RunStatus.RUNNING : run.status();
    sent.forEach((by, all) -> edit.tell(new LedgerEvent.ApprovalResolved(all, by, status)));
    if (fails) {
      return edit.end(new RunCommand.Fail(change.nowMs(), DENIED), last).done(slots);
    }
    if (lost != null) {
      return edit.end(new RunCommand.Interrupt(change.nowMs(), lost), last).done(slots);
    }
    if (goesOn) {
      edit.draft().kind(RunKind.APPROVAL_RESUME);
      edit.apply(new RunCommand.Resume());
      if (run.head().driver() == RunHead.Driver.OUTSIDE) {
        ExternalRuns.complete(change, edit, run, Objects.requireNonNull(sent.get(last)).getLast());
      }
    }
    return edit.done(slots);
  }

  /** Where a host application waits for the message, a no is how the message ends. */
  static boolean isConversation(Change change, Run run) {
    Session session = change.session(run.head().sessionId());
    return session != null && session.conversation() != null;
  }
}

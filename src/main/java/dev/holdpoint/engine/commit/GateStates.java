package dev.holdpoint.engine.commit;

import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.engine.port.store.GateRow;

/** What of a gate's state its row has. */
public final class GateStates {
  private GateStates() {}

  public static GateRow.Status of(ApprovalState state) {
    return switch (state) {
      case ApprovalState.Pending _ -> GateRow.Status.PENDING;
      case ApprovalState.Allowed _, ApprovalState.Denied _ -> GateRow.Status.RESOLVED;
      case ApprovalState.Expired _ -> GateRow.Status.EXPIRED;
      case ApprovalState.Withdrawn _ -> GateRow.Status.WITHDRAWN;
    };
  }

  public static GateRow.Status of(QuestionState state) {
    return switch (state) {
      case QuestionState.Pending _ -> GateRow.Status.PENDING;
      case QuestionState.Answered _, QuestionState.Declined _, QuestionState.Cancelled _ ->
          GateRow.Status.RESOLVED;
      case QuestionState.Expired _ -> GateRow.Status.EXPIRED;
      case QuestionState.Withdrawn _ -> GateRow.Status.WITHDRAWN;
    };
  }
}

package dev.holdpoint.store.sql;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.stats.DecidedBy;
import java.util.List;

/** The numbers under which statuses and kinds are stored. They stay; new ones go to the end. */
final class Codes {
  private static final RunStatus[] RUN_STATUSES = runStatuses();

  private Codes() {}

  /** Below all others, so that a deferred run is a live one and no queued one. */
  static final int DEFERRED = -1;

  static int ofState(Run run) {
    return run.isDeferred() ? DEFERRED : of(run.status());
  }

  static int of(RunStatus status) {
    return switch (status) {
      case QUEUED -> 0;
      case RUNNING -> 1;
      case WAITING_FOR_APPROVAL -> 2;
      case WAITING_FOR_USER_QUESTION -> 3;
      case COMPLETED -> 4;
      case FAILED -> 5;
      case INTERRUPTED -> 6;
      case CANCELLED -> 7;
    };
  }

  static RunStatus runStatus(int code) {
    return code == DEFERRED ? RunStatus.QUEUED : RUN_STATUSES[code];
  }

  static int of(GateKind kind) {
    return switch (kind) {
      case APPROVAL -> 0;
      case QUESTION -> 1;
    };
  }

  static GateKind kind(int code) {
    return switch (code) {
      case 0 -> GateKind.APPROVAL;
      case 1 -> GateKind.QUESTION;
      default -> throw new IllegalStateException("no kind of gate has the code " + code);
    };
  }

  private static final Outcome[] OUTCOMES = {
    Outcome.ALLOWED,
    Outcome.DENIED,
    Outcome.CHANGES_REQUESTED,
    Outcome.ASKED_BACK,
    Outcome.RESPONDED,
    Outcome.ANSWERED,
    Outcome.DECLINED,
    Outcome.EXPIRED,
    Outcome.WITHDRAWN,
    Outcome.CANCELLED,
    Outcome.SUPERSEDED
  };

  static int of(Outcome outcome) {
    return List.of(OUTCOMES).indexOf(outcome);
  }

  static Outcome outcome(int code) {
    return OUTCOMES[code];
  }

  static int of(DecidedBy by) {
    return switch (by) {
      case PERSON -> 0;
      case RULE -> 1;
      case DEADLINE -> 2;
      case RUN -> 3;
    };
  }

  static DecidedBy decidedBy(int code) {
    return switch (code) {
      case 0 -> DecidedBy.PERSON;
      case 1 -> DecidedBy.RULE;
      case 2 -> DecidedBy.DEADLINE;
      case 3 -> DecidedBy.RUN;
      default -> throw new IllegalStateException("nothing that decides has the code " + code);
    };
  }

  static int of(GateState.Status status) {
    return switch (status) {
      case PENDING -> 0;
      case RESOLVED -> 1;
      case EXPIRED -> 2;
      case WITHDRAWN -> 3;
    };
  }

  static GateState.Status status(int code) {
    return switch (code) {
      case 0 -> GateState.Status.PENDING;
      case 1 -> GateState.Status.RESOLVED;
      case 2 -> GateState.Status.EXPIRED;
      case 3 -> GateState.Status.WITHDRAWN;
      default -> throw new IllegalStateException("no gate has the status " + code);
    };
  }

  static int of(Mail.Status status) {
    return switch (status) {
      case DELIVERED -> 0;
      case DEAD_LETTERED -> 1;
    };
  }

  static Mail.Status mailStatus(int code) {
    return code == 0 ? Mail.Status.DELIVERED : Mail.Status.DEAD_LETTERED;
  }

  static int of(DeliveryStatus status) {
    return switch (status) {
      case PENDING -> 0;
      case RETRYING -> 1;
      case DELIVERED -> 2;
      case DEAD_LETTERED -> 3;
    };
  }

  /** Those of records that lists find. */
  static int of(ActionKind kind) {
    return switch (kind) {
      case DECISION -> 5;
      case EFFECT -> 6;
      case PERMIT -> 7;
      case ADMIN -> 8;
      case TOOL_PROCESS, TOOL, HTTP_CALL, DELIVERY, MCP_CALL ->
          throw new IllegalArgumentException("no list has records of " + kind);
    };
  }

  private static RunStatus[] runStatuses() {
    RunStatus[] all = new RunStatus[RunStatus.values().length];
    for (RunStatus status : RunStatus.values()) {
      all[of(status)] = status;
    }
    return all;
  }

  static int of(Node.State state) {
    return switch (state) {
      case LIVE -> 0;
      case LEFT -> 1;
      case LOST -> 2;
    };
  }

  static Node.State nodeState(int code) {
    return switch (code) {
      case 0 -> Node.State.LIVE;
      case 1 -> Node.State.LEFT;
      case 2 -> Node.State.LOST;
      default -> throw new IllegalStateException("no state of a node has the code " + code);
    };
  }
}

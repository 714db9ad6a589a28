package dev.holdpoint.engine.external;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.QuestionCommand;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.gate.Stages;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.run.Slots;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides what a front end resumes: all gates of a run in one change, or none of them. */
final class FrontEndDecisions {
  /** A row may hold megabytes. */
  private static final int ROWS = 16;

  private final Approvals approvals;
  private final Questions questions;
  private final Slots slots;

  FrontEndDecisions(Approvals approvals, Questions questions, Slots slots) {
    this.approvals = approvals;
    this.questions = questions;
    this.slots = slots;
  }

  FrontEndRuns.Part decide(Change change, Session session, List<FrontEndReply> replies, Voter by) {
    Map<FrontEndReply, Gate> gates = new LinkedHashMap<>();
    Set<String> named = new HashSet<>();
    Run run = null;
    for (FrontEndReply reply : replies) {
      Gates.Found<Gate> found =
          find(change, reply.gateId())
              .filter(one -> one.run().head().sessionKey() == session.key())
              .orElseThrow(() -> FrontEndRefused.unknown(reply.gateId()));
      if (run == null) {
        // What a stage settles whose time has come is settled, and not refused and done in one.
        run =
            Stages.advance(
                change, PolicyBook.in(change), Existing.run(change, found.row().runKey()), slots);
      }
      if (found.row().runKey() != run.key()) {
        throw FrontEndRefused.invalid("The resume names interrupts of several runs.");
      }
      if (!named.add(reply.gateId())) {
        throw FrontEndRefused.invalid(reply.gateId() + " is named twice.");
      }
      gates.put(reply, run.gate(reply.gateId()).orElse(found.gate()));
    }
    if (run == null) {
      throw FrontEndRefused.invalid("The resume names no interrupt.");
    }
    boolean before = named.stream().map(run::gate).allMatch(Optional::isEmpty);
    if (!before) {
      checkAllNamed(run, named);
    }
    check(change, run, gates);
    int from = !before && run.status().isWaiting() ? run.steps() : behind(change, run, gates);
    return new FrontEndRuns.Part(settle(change, run, gates, by), from);
  }

  private static Optional<Gates.Found<Gate>> find(Change change, String gateId) {
    for (GateKind kind : GateKind.values()) {
      Optional<Gates.Found<Gate>> found = Gates.gate(change.queries(), kind, gateId);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /**
   * Of a turn that is over nothing is open: the front end goes on to what the run waits for now.
   */
  private static void checkAllNamed(Run run, Set<String> named) {
    List<String> open = run.pendingGates().stream().map(Gate::id).toList();
    if (!named.containsAll(open)) {
      throw FrontEndRefused.pending(open, run.id());
    }
  }

  /** Before anything is decided: what is refused later would leave what came before it. */
  private static void check(Change change, Run run, Map<FrontEndReply, Gate> gates) {
    gates.forEach(
        (reply, gate) -> {
          Refusal.Settlement settled = Gates.settlement(gate);
          if (settled != null && !reply.means(gate)) {
            throw FrontEndRefused.settled(gate.id(), settled, run.id());
          }
          Long until = gate.expiresAtMs();
          if (until != null && Deadlines.isOver(change, run, gate)) {
            // The deadline's own commit is on its way.
            throw FrontEndRefused.settled(
                gate.id(),
                new Refusal.Settlement("deadline", until, "expired", "expired", null, null),
                run.id());
          }
        });
  }

  /**
   * The steps before the first result of what was asked; the front end has seen those. Looked for
   * from the end back to where it was asked: a model may give its calls the same ids in every turn.
   */
  private static int behind(Change change, Run run, Map<FrontEndReply, Gate> gates) {
    Set<String> calls = gates.values().stream().map(Gate::callId).collect(Collectors.toSet());
    Set<String> sought = gates.values().stream().map(Gate::id).collect(Collectors.toSet());
    List<Long> trail = Trails.after(change.queries(), run, 0);
    int place = run.steps();
    int at = run.steps();
    for (int end = trail.size(); end > 0 && !sought.isEmpty(); end -= ROWS) {
      List<Long> portion = trail.subList(Math.max(0, end - ROWS), end);
      for (JournalRow row : change.queries().journalRows(portion).reversed()) {
        boolean isHere =
            sought.removeAll(row.events().stream().map(FrontEndDecisions::raised).toList());
        for (Step step : row.steps().reversed()) {
          at--;
          if (step instanceof Step.Turn && isHere && sought.isEmpty()) {
            return place;
          }
          if (step instanceof Step.Result result && calls.contains(result.callId())) {
            place = at;
          }
        }
        if (sought.isEmpty()) {
          return place;
        }
      }
    }
    return place;
  }

  private static String raised(LedgerEvent event) {
    return switch (event) {
      case LedgerEvent.ApprovalRaised(String id) -> id;
      case LedgerEvent.QuestionRaised(String id) -> id;
      default -> "";
    };
  }

  private Run settle(Change change, Run run, Map<FrontEndReply, Gate> gates, Voter by) {
    List<SentDecision> batch = new ArrayList<>();
    List<FrontEndReply.Answered> answers = new ArrayList<>();
    gates.forEach(
        (reply, gate) -> {
          if (gate.state().status() == GateState.Status.PENDING) {
            switch (reply) {
              case FrontEndReply.Decided(SentDecision decision) -> batch.add(decision);
              case FrontEndReply.Answered answered -> answers.add(answered);
            }
          }
        });
    if (!batch.isEmpty()) {
      approvals.decide(change, run, batch, by, null);
    }
    for (FrontEndReply.Answered reply : answers) {
      QuestionCommand command =
          reply.declined() == null
              ? new QuestionCommand.Reply(by.name(), change.nowMs(), reply.answers())
              : new QuestionCommand.Decline(by.name(), change.nowMs(), List.of(), reply.declined());
      questions.decide(
          change, Existing.run(change, run.key()), reply.gateId(), command, reply.sent(), by);
    }
    return Existing.run(change, run.key());
  }
}

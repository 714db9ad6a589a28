package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Requester;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What holds between parents and children after every commit. A question that a child has put to
 * its parent is settled in one transaction with all that follows from it: its run, the mail, the
 * child that goes on. So a crash before or after any commit, which the schedule chooses, falls on
 * every boundary there is between resolution, mailbox, output, event and delivery.
 */
final class Kin {
  private final MemoryTables tables;

  Kin(MemoryTables tables) {
    this.tables = tables;
  }

  void check(Run run) {
    run.pendingClarifications().forEach(copy -> waitsForSomething(run, copy));
    Requester child = run.head().requester();
    if (child != null) {
      run.questions().stream()
          .filter(question -> !question.isPending())
          .forEach(question -> arrived(question, child));
    }
  }

  private void waitsForSomething(Run run, Question copy) {
    GateRow gate = tables.gates.get(Ulid.keyOf("qst_", copy.id()).orElseThrow());
    hold(
        gate != null && gate.status() == GateState.Status.PENDING,
        "run %s waits for %s, which is settled",
        run.id(),
        copy.id());
  }

  private void arrived(Question question, Requester child) {
    Mail mail = tables.mails.get(Ulid.keyOf("qst_", question.id()).orElseThrow());
    if (mail == null) {
      throw new Violation("the answer to " + question.id() + " was brought to nobody");
    }
    Run asker = tables.run(child.runKey());
    boolean known =
        asker != null
            && asker
                .clarification(question.id())
                .filter(copy -> copy.state().equals(question.state()))
                .isPresent();
    boolean movedOn = asker != null && asker.clarification(question.id()).isEmpty();
    hold(
        (mail.status() == Mail.Status.DELIVERED) == known || movedOn,
        "the answer to %s is %s, and the child knows of it: %s",
        question.id(),
        mail.status(),
        known);
  }

  /** Each child and each message was told once to the run that made it, and no result twice. */
  void reckon() {
    long spawned = 0;
    long sent = 0;
    for (RunRow row : tables.runs.values()) {
      List<Step> transcript = Trails.transcript(tables, row.run());
      Set<String> told = new HashSet<>();
      for (Step step : transcript) {
        if (step instanceof Step.Result result) {
          hold(
              told.add(result.callId()),
              "%s of %s has two results",
              result.callId(),
              row.run().id());
          String text = result.content().text();
          String tool = toolOf(transcript, result.callId());
          spawned += tool.equals("spawn_agent") && text.contains("\"run_id\"") ? 1 : 0;
          sent += tool.equals("message_agent") && text.contains("\"message_id\"") ? 1 : 0;
        }
      }
    }
    long children = tables.sessions.values().stream().filter(s -> s.parent() != null).count();
    long messages =
        tables.mails.values().stream().filter(m -> m.subject() == Mail.Subject.MESSAGE).count();
    hold(spawned == children, "%d children were told of and %d are there", spawned, children);
    hold(sent == messages, "%d messages were told of and %d are there", sent, messages);
  }

  private static String toolOf(List<Step> transcript, String callId) {
    return transcript.stream()
        .filter(step -> step instanceof Step.Turn)
        .flatMap(step -> ((Step.Turn) step).calls().stream())
        .filter(call -> Objects.equals(call.id(), callId))
        .map(ToolCall::tool)
        .findFirst()
        .orElse("");
  }
}
